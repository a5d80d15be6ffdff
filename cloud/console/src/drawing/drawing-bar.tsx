import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type RefObject, useId } from "react";
import { BUNDLED_CLASSES } from "../ui/class-colour.ts";
import { Problem } from "../ui/problem.tsx";
import { type Drawing, isChanged, type Work } from "./use-drawing.ts";

type Props = { scan: Scan; drawing: Drawing; frame: RefObject<HTMLElement | null> };

/** Actions on the selected object, and the button for a new one. */
export function DrawingBar({ scan, drawing, frame }: Props) {
  const { work, isAiming, aim, isSaving, canUndo, undo, problem } = drawing;
  return (
    <div className="drawing-bar" role="group" aria-label={t`Boxes`}>
      <button type="button" className="quiet" aria-pressed={isAiming} onClick={aim} disabled={work && isChanged(work)}>
        <Trans>
          Draw a box <kbd>b</kbd>
        </Trans>
      </button>
      {work && <WorkForm {...{ scan, drawing, frame, work }} />}
      {work && (
        <span className="faint">
          {t`Arrows move by 1 pixel, with Shift by 10; e goes to the corners; Enter saves, Escape discards.`}
        </span>
      )}
      {isAiming && <span className="faint">{t`Drag over the object. With the keyboard: Enter, then arrows.`}</span>}
      {canUndo && (
        <button type="button" className="quiet" disabled={isSaving} onClick={() => void undo()}>{t`Undo`}</button>
      )}
      <Problem text={problem} />
    </div>
  );
}

function WorkForm({ scan, drawing, frame, work }: Props & { work: Work }) {
  const { name, save, close, remove, busy, hasChanges } = drawing;
  const listId = useId();
  const found = scan.detections.flatMap(({ className }) => className ?? []);
  const known = [...new Set(scan.type === "category" ? [...found, ...BUNDLED_CLASSES] : found)];
  const leave = () => {
    close();
    focusObject(frame.current, work.object?.index);
  };
  const keep = async () => focusObject(frame.current, await save());
  return (
    <form
      className="drawing-form"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
      }}
    >
      <label className="faint">
        {t`class`}
        <input
          value={work.className}
          onChange={({ target }) => name(target.value)}
          list={listId}
          maxLength={100}
          autoComplete="off"
          required
          // Drawn with a pointer, a box has its place, and only its class is missing.
          autoFocus={!work.object && !work.isTyped}
        />
      </label>
      <datalist id={listId}>
        {known.map((className) => (
          <option key={className} value={className} />
        ))}
      </datalist>
      <button type="submit" disabled={busy || !hasChanges}>{t`Save`}</button>
      <button type="button" className="quiet" onClick={leave}>
        {hasChanges ? t`Discard` : t`Deselect`}
      </button>
      {work.object?.isAdded && (
        <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>{t`Remove`}</button>
      )}
    </form>
  );
}

/** Brings the focus to an object, or to the picture where there is none. */
function focusObject(frame: HTMLElement | null, index: number | undefined): void {
  // Outlines are drawn again first.
  requestAnimationFrame(() => {
    const found = index === undefined ? null : frame?.querySelector<SVGElement>(`[data-object="${index}"]`);
    (found ?? frame)?.focus({ preventScroll: true });
  });
}
