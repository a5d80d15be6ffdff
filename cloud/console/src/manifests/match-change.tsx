import type { ManifestMatch } from "@container-inspection/shared-schemas";
import { createStore, useStore } from "../api/store.ts";
import { LaneChip } from "../containers/container-chips.tsx";
import { Findings } from "../containers/findings.tsx";
import { percent } from "../ui/format.ts";
import { isSame } from "./differences.ts";

/** How a change of a manifest changed its match with what was seen. */
export type MatchedChange = { manifestId: string; before: ManifestMatch; after: ManifestMatch };

/** The last change that the user saved. */
export const lastMatchedChange = createStore<MatchedChange | undefined>(undefined);

const missingIn = (match: ManifestMatch, other: ManifestMatch) =>
  match.findings.filter(
    (finding) => !other.findings.some(({ rule, message }) => isSame([rule, message], [finding.rule, finding.message])),
  );

/** What a change did to the match, in one sentence. */
export function matchSentence({ before, after }: MatchedChange): string {
  const added = missingIn(after, before).length;
  const [was, is] = [before, after].map(({ lane, score }) => `${lane} lane, ${percent(score)}`);
  const findings = added === 0 ? "" : `; ${added} new ${added === 1 ? "finding" : "findings"}`;
  return was === is ? `The match stays ${is}${findings}.` : `The match is now ${is} (before: ${was})${findings}.`;
}

/** The match before and after the change that the user has just saved, until it is closed. */
export function MatchChange({ manifestId }: { manifestId: string }) {
  const change = useStore(lastMatchedChange);
  if (change?.manifestId !== manifestId) return null;
  const { before, after } = change;
  const [added, resolved] = [missingIn(after, before), missingIn(before, after)];
  return (
    <section className="card match-change" aria-label="Match after your change">
      <div className="card-head">
        <h2>Match after your change</h2>
        <span className="match-lanes">
          <LaneChip lane={before.lane} /> <span className="unseen">before, now</span>
          <span aria-hidden="true">→</span> <LaneChip lane={after.lane} />
        </span>
        <button type="button" className="quiet push" onClick={() => lastMatchedChange.set(undefined)}>
          Close
        </button>
      </div>
      <p>{matchSentence(change)}</p>
      {added.length > 0 && (
        <>
          <h3>New findings</h3>
          <Findings findings={added} />
        </>
      )}
      {resolved.length > 0 && (
        <>
          <h3>Resolved findings</h3>
          <Findings findings={resolved} />
        </>
      )}
    </section>
  );
}
