import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { createStore, useStore } from "../api/store.ts";
import { doubtSentences } from "./value-words.ts";

/** Values of a manifest that were saved and not understood, with the manifest's id. */
type SavedDoubts = { manifestId: string; notUnderstood: readonly NotUnderstood[] };

/** The doubts of the last change that the user saved. */
export const lastSavedDoubts = createStore<SavedDoubts | undefined>(undefined);

/** The values that were not understood in the change that the user has just saved, until it is closed. */
export function SavedDoubtsCard({ manifestId }: { manifestId: string }) {
  const saved = useStore(lastSavedDoubts);
  if (saved?.manifestId !== manifestId || saved.notUnderstood.length === 0) return null;
  const title = t`Saved with values that were not understood`;
  return (
    <section className="card saved-doubts" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <button type="button" className="quiet push" onClick={() => lastSavedDoubts.set(undefined)}>{t`Close`}</button>
      </div>
      <ul className="import-warnings">
        {doubtSentences(saved.notUnderstood, t`The manifest`).map((text, index) => (
          // Two values may have the same fault.
          <li key={index}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
