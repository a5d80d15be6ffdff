import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import { plural, t } from "@lingui/core/macro";
import { createStore, useStore } from "../api/store.ts";
import { LaneChip } from "../containers/container-chips.tsx";
import { Findings } from "../containers/findings.tsx";
import { percent } from "../ui/format.ts";
import { isSame } from "./differences.ts";
import { wordOf } from "../language/words.ts";

/** A match with the seen cargo, before and after a change of the manifest. */
export type MatchPair = { before: ManifestMatch; after: ManifestMatch };
/** Match of a manifest before and after a change, with the manifest's id. */
export type MatchedChange = MatchPair & { manifestId: string };

/** The last change that the user saved. */
export const lastMatchedChange = createStore<MatchedChange | undefined>(undefined);

/** The findings of a match that another one does not have. */
const missingIn = (match: ManifestMatch, other: ManifestMatch) =>
  match.findings.filter(
    (finding) => !other.findings.some(({ rule, message }) => isSame([rule, message], [finding.rule, finding.message])),
  );

/** Returns the effect of a change on the match, in one sentence. */
export function matchSentence({ before, after }: MatchPair): string {
  const [was, is] = [stateOf(before), stateOf(after)];
  const findings = newFindingsOf({ before, after });
  return was === is ? t`The match stays ${is}${findings}.` : t`The match is now ${is} (before: ${was})${findings}.`;
}

/** Returns the effect that a change would have on the match, in one sentence. */
export function previewSentence({ before, after }: MatchPair): string {
  const [was, is] = [stateOf(before), stateOf(after)];
  const findings = newFindingsOf({ before, after });
  return was === is
    ? t`With your changes, the match stays ${is}${findings}. Nothing is saved yet.`
    : t`With your changes, the match becomes ${is} (now: ${was})${findings}. Nothing is saved yet.`;
}

const stateOf = ({ lane, score }: ManifestMatch) => t`${wordOf(lane)} lane, ${percent(score)}`;

function newFindingsOf({ before, after }: MatchPair): string {
  const added = missingIn(after, before).length;
  return added === 0 ? "" : `; ${plural(added, { one: "# new finding", other: "# new findings" })}`;
}

/** The match before and after the change that the user has just saved, until it is closed. */
export function MatchChange({ manifestId }: { manifestId: string }) {
  const change = useStore(lastMatchedChange);
  if (change?.manifestId !== manifestId) return null;
  return (
    <MatchComparison
      title={t`Match after your change`}
      change={change}
      sentence={matchSentence(change)}
      close={() => lastMatchedChange.set(undefined)}
    />
  );
}

type ComparisonProps = { title: string; change: MatchPair; sentence: string; close: () => void };

/** Two matches of one container: their lanes, and the findings that only one of them has. */
export function MatchComparison({ title, change: { before, after }, sentence, close }: ComparisonProps) {
  const [added, resolved] = [missingIn(after, before), missingIn(before, after)];
  return (
    <section className="card match-change" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="match-lanes">
          <LaneChip lane={before.lane} /> <span className="unseen">{t`before, then`}</span>
          <span aria-hidden="true">→</span> <LaneChip lane={after.lane} />
        </span>
        <button type="button" className="quiet push" onClick={close}>{t`Close`}</button>
      </div>
      <p>{sentence}</p>
      {added.length > 0 && (
        <>
          <h3>{t`New findings`}</h3>
          <Findings findings={added} />
        </>
      )}
      {resolved.length > 0 && (
        <>
          <h3>{t`Resolved findings`}</h3>
          <Findings findings={resolved} />
        </>
      )}
    </section>
  );
}
