import { useState } from "preact/hooks";
import { api } from "./api.mjs";
import { formatDuration } from "./format.mjs";
import { Card, Chip, Facts, html, Outcome, useAction } from "./parts.mjs";
import { words } from "./words.mjs";

/**
 * @typedef {import("./api.mjs").Status} Status
 * @typedef {import("./api.mjs").Setup} Setup
 * @typedef {Status["stations"][number]} Station
 */

const text = words.station;

/** @param {{ status: Status, setup: Setup }} props */
export function StationsView({ status, setup }) {
  if (status.stations.length === 0) return html`<p class="notice">${text.none}</p>`;
  return html`<div class="grid">
    ${status.stations.map((station) => html`<${StationCard} key=${station.id} station=${station} setup=${setup} />`)}
  </div>`;
}

/** @param {{ station: Station, setup: Setup }} props */
function StationCard({ station, setup }) {
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

/** @param {{ id: string, action: ReturnType<typeof useAction> }} props */
function NumberForm({ id, action }) {
  const [number, setNumber] = useState("");
  /** @param {Event} event */
  const announce = (event) => {
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
      onInput=${(/** @type {InputEvent} */ event) => {
        if (event.target instanceof HTMLInputElement) setNumber(event.target.value);
      }}
    />
    <button type="submit" disabled=${action.isBusy}>${text.announce}</button>
  </form>`;
}

/** @param {Station} station */
function describeLoad({ scanEach, visit }) {
  if (scanEach === "picture") return text.each;
  if (!visit) return text.empty;
  const time = formatDuration(visit.forMs);
  return visit.state === "scanned" ? text.scanned(time) : text.settling(time);
}

/** @param {NonNullable<Station["lastScan"]>} scan */
function describeScan({ containerNumber, capturedAtMs, detections }) {
  const ago = words.camera.age(formatDuration(Date.now() - capturedAtMs));
  const found = detections === null ? "" : `, ${text.findings(detections)}`;
  return `${text.lastScan(containerNumber, ago)}${found}`;
}
