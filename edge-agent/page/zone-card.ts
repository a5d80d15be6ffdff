import { useEffect, useState } from "preact/hooks";
import type { FileZones } from "../src/page/zone-routes.ts";
import { api } from "./api.ts";
import { html, Outcome, useAction } from "./parts.ts";
import { sentence } from "./problems.ts";
import { words } from "./words.ts";
import type { Selection } from "./zone-editor.ts";
import type { Corner, Zone, ZoneKind } from "./zone-shapes.ts";

const text = words.zones;
const KINDS = ["include", "exclude", "privacy"] as const;
/** A zone to begin with for those who do not draw. */
const MIDDLE: Corner[] = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.7, 0.7],
  [0.3, 0.7],
];

const zonesOf = (file: FileZones): Zone[] => KINDS.flatMap((kind) => file[kind].map((corners) => ({ kind, corners })));

/** The zones while they are drawn and changed, and the one that is selected. */
function useDrawing() {
  const [zones, setZones] = useState<Zone[]>([]);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [drawing, setKind] = useState<ZoneKind | null>(null);
  const [pen, setPen] = useState<Corner[]>([]);
  const setDrawing = (kind: ZoneKind | null) => {
    setKind(kind);
    setPen([]);
  };
  const add = (zone: Zone) => {
    setZones([...zones, zone]);
    setSelection({ zone: zones.length, corner: null });
    setDrawing(null);
  };
  const reset = (next: Zone[]) => {
    setZones(next);
    setSelection(null);
    setDrawing(null);
  };
  return { zones, setZones, add, reset, selection, setSelection, drawing, setDrawing, pen, setPen };
}

/** Returns the editing state of a camera's zones; they are loaded again after a restart of the agent. */
export function useZones(id: string, startedAtMs: number) {
  const [file, setFile] = useState<FileZones | null>(null);
  const [isEditing, setEditing] = useState(false);
  const drawn = useDrawing();
  const action = useAction();
  const take = (next: FileZones) => {
    setFile(next);
    drawn.reset(zonesOf(next));
  };
  const load = () =>
    action.run(async () => {
      take(await api.zones(id));
      return "";
    });
  useEffect(() => {
    // A drawing in progress outlives a restart; saving it detects a changed file.
    if (!isEditing) void load();
  }, [id, startedAtMs]);
  const save = () =>
    action.run(async () => {
      if (!file) return "";
      const of = (kind: ZoneKind) => drawn.zones.filter((zone) => zone.kind === kind).map(({ corners }) => corners);
      const body = { version: file.version, include: of("include"), exclude: of("exclude"), privacy: of("privacy") };
      take(await api.saveZones(id, body));
      setEditing(false);
      return text.saved(file.file);
    });
  const restart = () =>
    action.run(async () => {
      await api.restart();
      return text.restarting;
    });
  return { ...drawn, file, isEditing, setEditing, action, load, save, restart };
}

type ZonesState = ReturnType<typeof useZones>;

/** Zones of a camera below its picture: a description, and the buttons that change them. */
export function ZoneControls({ state }: { state: ZonesState }) {
  const { file, isEditing, setEditing, action, load, restart } = state;
  if (!file) return html`<${Outcome} action=${action} />`;
  const isChanged = JSON.stringify(state.zones) !== JSON.stringify(zonesOf(file));
  const cancel = () => {
    setEditing(false);
    void load();
  };
  return html`<div class="zone-controls">
    ${
      !file.isInEffect &&
      !isEditing &&
      html`<div class="banner caution">
        <p>${text.notInEffect}</p>
        <div class="buttons">
          <button type="button" class="main" disabled=${action.isBusy} onClick=${() => void restart()}>
            ${text.restart}
          </button>
        </div>
        <p>${text.restartHint}</p>
      </div>`
    }
    ${
      isEditing
        ? html`<${EditButtons} state=${state} />
            <div class="buttons">
              <button
                type="button"
                class="main"
                disabled=${action.isBusy || !isChanged || state.drawing !== null}
                onClick=${() => void state.save()}
              >
                ${text.save}
              </button>
              <button type="button" disabled=${action.isBusy} onClick=${cancel}>${text.cancel}</button>
            </div>`
        : html`<div class="buttons">
            <button type="button" disabled=${file.problem !== null} onClick=${() => setEditing(true)}>
              ${text.edit}
            </button>
          </div>`
    }
    ${isEditing && html`<p class="faint">${text.meaning}</p>`}
    ${file.problem !== null && html`<p class="faint">${text.cannotSave} ${sentence(file.problem)}</p>`}
    <${Outcome} action=${action} />
  </div>`;
}

function EditButtons({ state }: { state: ZonesState }) {
  const { file, zones, selection, setSelection, drawing, setDrawing } = state;
  const kinds = file?.hasStation ? KINDS : KINDS.filter((kind) => kind === "privacy");
  if (drawing) return html`<${DrawButtons} state=${state} kind=${drawing} />`;
  return html`<div class="buttons">
      ${kinds.map(
        (kind) =>
          html`<button key=${kind} type="button" class="kind kind-${kind}" onClick=${() => setDrawing(kind)}>
            ${text.draw[kind]}
          </button>`,
      )}
    </div>
    <ul class="zone-list">
      ${zones.map(
        ({ kind, corners }, zone) =>
          html`<li key=${zone}>
            <button
              type="button"
              class="kind kind-${kind}"
              aria-pressed=${selection?.zone === zone}
              onClick=${() => setSelection(selection?.zone === zone ? null : { zone, corner: null })}
            >
              ${text.zone(zone + 1, text.kinds[kind], corners.length)}
            </button>
          </li>`,
      )}
    </ul>
    ${zones.length > 0 && html`<${SelectedZone} state=${state} />`}`;
}

function DrawButtons({ state: { add, pen, setPen, setDrawing }, kind }: { state: ZonesState; kind: ZoneKind }) {
  return html`<p role="status">${text.drawHint}</p>
    <div class="buttons">
      ${
        pen.length === 0
          ? html`<button type="button" onClick=${() => add({ kind, corners: MIDDLE })}>${text.addMiddle}</button>`
          : html`<button
                type="button"
                class="main"
                disabled=${pen.length < 3}
                onClick=${() => add({ kind, corners: pen })}
              >
                ${text.finish}
              </button>
              <button type="button" onClick=${() => setPen(pen.slice(0, -1))}>${text.undo}</button>`
      }
      <button type="button" onClick=${() => setDrawing(null)}>${text.stopDrawing}</button>
    </div>`;
}

function SelectedZone({ state: { zones, setZones, selection, setSelection } }: { state: ZonesState }) {
  const chosen = selection ? zones[selection.zone] : undefined;
  if (!selection || !chosen) return html`<p class="faint">${text.selectHint}</p>`;
  const { zone, corner } = selection;
  const remove = () => {
    setZones(zones.toSpliced(zone, 1));
    setSelection(null);
  };
  const removeCorner = () => {
    if (corner === null) return;
    setZones(zones.with(zone, { ...chosen, corners: chosen.corners.toSpliced(corner, 1) }));
    setSelection({ zone, corner: null });
  };
  const isLast = chosen.corners.length <= 3;
  return html`<div class="buttons">
      <button type="button" disabled=${corner === null || isLast} onClick=${removeCorner}>${text.removeCorner}</button>
      <button type="button" onClick=${remove}>${text.remove}</button>
    </div>
    <p class="faint">${text.moveHint}</p>`;
}
