import { useState } from "preact/hooks";
import type { Setup } from "../src/page/page-routes.ts";
import { api, type Status } from "./api.ts";
import { formatDuration } from "./format.ts";
import { Card, Chip, Facts, html, Outcome, useAction } from "./parts.ts";
import { words } from "./words.ts";

type Station = Status["stations"][number];

const text = words.station;

/** The stations, with the container and load of each, and what can be requested there. */
export function StationsView({ status, setup }: { status: Status; setup: Setup }) {
  if (status.stations.length === 0) return html`<p class="notice">${text.none}</p>`;
  return html`<div class="grid">
    ${status.stations.map((station) => html`<${StationCard} key=${station.id} station=${station} setup=${setup} />`)}
  </div>`;
}

function StationCard({ station, setup }: { station: Station; setup: Setup }) {
  const { id, cameraId, containerNumber, lastScan, failures, waitingForNumber } = station;
  const configured = setup.stations.find((one) => one.id === id);
  const action = useAction();
  const scan = () =>
    action.run(async () => {
      await api.scanNow(id);
      return text.requested;
    });
  const chip = waitingForNumber && html`<${Chip} kind="caution">${text.waiting}<//>`;
  const fixed = configured?.isNumberFixed ? ` (${text.fixed})` : "";
  return html`<${Card} title=${id} chip=${chip}>
    <${Facts}
      rows=${[
        [text.container, html`<span class="number">${containerNumber ?? words.unknown}</span>${fixed}`],
        [text.load, describeLoad(station)],
        [text.usual, describeUsualTimes(station)],
        [text.last, lastScan ? describeScan(lastScan) : words.none],
        [text.picture, lastScan?.pictureProblem],
        [text.scans, station.scans],
        [text.failures, failures.count > 0 ? `${failures.count}: ${failures.last ?? ""}` : null],
        [text.camera, html`<a href="#/cameras/${encodeURIComponent(cameraId)}">${cameraId}</a>`],
        [text.model, configured && [configured.model, ...Object.values(configured.alsoScan)].join(", ")],
      ]}
    />
    ${configured && !configured.isNumberFixed && html`<${NumberForm} id=${id} action=${action} />`}
    ${
      station.scanEach !== "picture" &&
      html`<div class="buttons">
          <button type="button" disabled=${action.isBusy} onClick=${() => void scan()}>${text.scanNow}</button>
        </div>
        <p class="faint">${text.scanHint}</p>`
    }
    <${Outcome} action=${action} />
  <//>`;
}

function NumberForm({ id, action }: { id: string; action: ReturnType<typeof useAction> }) {
  const [number, setNumber] = useState("");
  const announce = (event: Event) => {
    event.preventDefault();
    void action.run(async () => {
      await api.announce(id, number);
      setNumber("");
      return text.announced(number.toUpperCase());
    });
  };
  const field = `number-${id}`;
  return html`<form class="row" onSubmit=${announce}>
    <label for=${field}>${text.number}</label>
    <input
      id=${field}
      class="number"
      required
      maxlength="30"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck=${false}
      value=${number}
      onInput=${(event: InputEvent) => {
        if (event.target instanceof HTMLInputElement) setNumber(event.target.value);
      }}
    />
    <button type="submit" disabled=${action.isBusy}>${text.announce}</button>
  </form>`;
}

function describeUsualTimes({ usualTimes: { sinceNumberMs, sinceLeftMs } }: Station) {
  const times = [
    ...(sinceNumberMs === null ? [] : [describeSinceNumber(sinceNumberMs)]),
    ...(sinceLeftMs === null ? [] : [text.sinceLeft(formatDuration(sinceLeftMs))]),
  ];
  return times.length === 0 ? null : times.join(", ");
}

const describeSinceNumber = (ms: number) =>
  Math.abs(ms) < 500 ? text.withNumber : text.sinceNumber(formatDuration(Math.abs(ms)), ms < 0);

function describeLoad({ scanEach, visit }: Station) {
  if (scanEach === "picture") return text.each;
  if (!visit) return text.empty;
  const time = formatDuration(visit.forMs);
  return visit.state === "scanned" ? text.scanned(time) : text.settling(time);
}

function describeScan({ containerNumber, capturedAtMs, detections, unidentified }: NonNullable<Station["lastScan"]>) {
  const ago = words.camera.age(formatDuration(Date.now() - capturedAtMs));
  const found = detections === null ? "" : `, ${text.findings(detections)}`;
  const why = unidentified === null ? "" : ` (${unidentified})`;
  return `${text.lastScan(containerNumber, ago)}${found}${why}`;
}
