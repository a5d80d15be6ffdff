import { useState } from "preact/hooks";
import type { Setup } from "../src/page/page-routes.ts";
import type { TestPicture } from "../src/page/take-test-picture.ts";
import { api, type Status } from "./api.ts";
import { formatDuration, formatPercent } from "./format.ts";
import { LivePicture } from "./live-picture.ts";
import { Card, Chip, Facts, html, Outcome, useAction } from "./parts.ts";
import { sentence } from "./problems.ts";
import { words } from "./words.ts";
import { ZoneControls, useZones } from "./zone-card.ts";
import { ZoneEditor, ZoneShapes } from "./zone-editor.ts";

type Camera = Status["cameras"][number];

const text = words.camera;

function CameraChip({ camera }: { camera: Camera }) {
  const { state, pictureFaults, quiet } = camera;
  if (state === "failed" || state === "stalled") {
    return html`<${Chip} kind="bad">${words.problem.cameraStates[state]}<//>`;
  }
  if (pictureFaults.length > 0) {
    return html`<${Chip} kind="caution">${pictureFaults.map(({ kind }) => kind).join(", ")}<//>`;
  }
  const kind = state === "running" ? "good" : "plain";
  const label = words.problem.cameraStates[state];
  return html`<${Chip} kind=${kind}>${label}${quiet ? `, ${text.quiet}` : ""}<//>`;
}

const shapeOf = ({ widthPixels, heightPixels }: Camera) =>
  widthPixels && heightPixels ? widthPixels / heightPixels : 16 / 9;

/** Returns true if a model processes the camera's pictures. */
const isSearched = (id: string, setup: Setup) => setup.stations.some(({ camera }) => camera === id);

/** Returns the reason for a missing picture; undefined unless the camera has failed or stalled. */
const reasonOf = ({ state }: Camera) =>
  state === "failed" || state === "stalled" ? sentence(words.problem.cameraStates[state]) : undefined;

/** The live pictures of all cameras. */
export function CamerasView({ status, setup }: { status: Status; setup: Setup }) {
  if (status.cameras.length === 0) return html`<p class="notice">${text.none}</p>`;
  return html`<div class="grid">
    ${status.cameras.map(
      (camera) =>
        html`<section key=${camera.id} class="card">
          <header class="card-head">
            <h2>
              <a href="#/cameras/${encodeURIComponent(camera.id)}" aria-label=${text.open(camera.id)}>${camera.id}</a>
            </h2>
            <${CameraChip} camera=${camera} />
          </header>
          <a class="picture-link" tabindex="-1" aria-hidden="true" href="#/cameras/${encodeURIComponent(camera.id)}">
            <${LivePicture}
              id=${camera.id}
              shape=${shapeOf(camera)}
              reason=${reasonOf(camera)}
              isSearched=${isSearched(camera.id, setup)}
            />
          </a>
          <p class="faint">${text.fps(camera.framesPerSecond)}</p>
        </section>`,
    )}
  </div>`;
}

/** One camera: its live picture, zones, tests and facts. */
export function CameraView({ id, status, setup }: { id: string; status: Status; setup: Setup }) {
  const [boxes, setBoxes] = useState(true);
  const [showsZones, setShowsZones] = useState(true);
  const zones = useZones(id, status.startedAtMs);
  const camera = status.cameras.find((one) => one.id === id);
  if (!camera) return html`<p class="notice">${text.none}</p>`;
  const station = setup.stations.find((one) => one.camera === id);
  return html`<div>
    <p><a href="#/cameras">← ${words.back}</a></p>
    <div class="columns">
      <${Card} title=${id} chip=${html`<${CameraChip} camera=${camera} />`}>
        <${LivePicture}
          id=${id}
          shape=${shapeOf(camera)}
          boxes=${boxes && !zones.isEditing}
          reason=${reasonOf(camera)}
          isSearched=${station !== undefined}
        >
          ${
            zones.isEditing
              ? html`<${ZoneEditor}
                  zones=${zones.zones}
                  selection=${zones.selection}
                  drawing=${zones.drawing}
                  onChange=${zones.setZones}
                  onSelect=${zones.setSelection}
                  pen=${zones.pen}
                  onPen=${zones.setPen}
                  onDrawn=${zones.add}
                />`
              : showsZones && html`<${ZoneShapes} zones=${zones.zones} />`
          }
        <//>
        ${
          !zones.isEditing &&
          html`<div class="checks">
            <label class="check">
              <input type="checkbox" checked=${boxes} onChange=${() => setBoxes(!boxes)} /> ${text.boxes}
            </label>
            <label class="check">
              <input type="checkbox" checked=${showsZones} onChange=${() => setShowsZones(!showsZones)} /> ${text.zones}
            </label>
          </div>`
        }
        <${ZoneControls} state=${zones} />
      <//>
      <div>
        <${TestCard} camera=${camera} setup=${setup} model=${station?.model} />
        <${FactsCard} camera=${camera} stationId=${station?.id} />
      </div>
    </div>
  </div>`;
}

function describeMainStream({ state, widthPixels, heightPixels, error }: NonNullable<Camera["mainStream"]>) {
  const size = widthPixels && heightPixels ? `${widthPixels} × ${heightPixels}` : "";
  return [words.problem.cameraStates[state], size, state === "failed" ? error : ""].filter(Boolean).join(", ");
}

function FactsCard({ camera, stationId }: { camera: Camera; stationId: string | undefined }) {
  const { facts } = text;
  const { widthPixels, heightPixels, lastFrameAtMs, framesDropped, framesLeftOut } = camera;
  const skipped = framesDropped + framesLeftOut;
  return html`<${Card} title=${text.details}>
    <${Facts}
      rows=${[
        [facts.station, stationId ?? text.evidenceOnly],
        [facts.url, camera.url],
        [facts.size, widthPixels && heightPixels ? `${widthPixels} × ${heightPixels}` : null],
        [facts.main, camera.mainStream && describeMainStream(camera.mainStream)],
        [facts.decoder, camera.decoder],
        [facts.last, lastFrameAtMs === null ? words.never : text.age(formatDuration(Date.now() - lastFrameAtMs))],
        [facts.dropped, skipped > 0 ? skipped : null],
        [facts.restarts, camera.restarts],
        [facts.error, camera.lastError],
        [facts.warning, camera.lastWarning],
      ]}
    />
  <//>`;
}

function TestCard({ camera: { id }, setup, model }: { camera: Camera; setup: Setup; model: string | undefined }) {
  const [picture, setPicture] = useState<TestPicture | null>(null);
  const action = useAction();
  const test = (name?: string) =>
    action.run(async () => {
      setPicture(null);
      const taken = await api.testPicture(id, name);
      setPicture(taken);
      if (taken.inferenceMs === null) return "";
      const found = text.found(taken.findings.length, taken.inferenceMs);
      return taken.note === null ? found : `${found}. ${taken.note}`;
    });
  const learn = () =>
    action.run(async () => {
      await api.learnView(id);
      return text.learning;
    });
  const models = model === undefined ? setup.models : [model, ...setup.models.filter((name) => name !== model)];
  return html`<${Card} title=${text.testTitle}>
    <div class="buttons">
      <button type="button" disabled=${action.isBusy} onClick=${() => void test()}>${text.takePicture}</button>
      ${models.map(
        (name) =>
          html`<button key=${name} type="button" disabled=${action.isBusy} onClick=${() => void test(name)}>
            ${text.runModel(name)}
          </button>`,
      )}
    </div>
    <p class="faint">${action.isBusy ? text.testing : text.testHint}</p>
    <${Outcome} action=${action} />
    ${picture && html`<${TestResult} id=${id} picture=${picture} />`}
    <div class="buttons">
      <button type="button" disabled=${action.isBusy} onClick=${() => void learn()}>${text.learn}</button>
    </div>
    <p class="faint">${text.learnHint}</p>
  <//>`;
}

function TestResult({ id, picture }: { id: string; picture: TestPicture }) {
  const address = `data:image/jpeg;base64,${picture.image}`;
  return html`<div>
    <img class="test-picture" src=${address} alt=${text.testAlt(id)} />
    <ul class="findings">
      ${picture.findings.map(
        ({ className, confidence, areaPercent }, index) =>
          html`<li key=${index}>
            ${className} ${formatPercent(confidence)}, ${areaPercent.toFixed(1)} % of the picture
          </li>`,
      )}
    </ul>
    <p>
      <a href=${address} download="${id}.jpg">${text.savePicture}</a> (${picture.widthPixels} × ${picture.heightPixels})
    </p>
  </div>`;
}
