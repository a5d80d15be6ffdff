import type { RuleSetState } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Chip, type Tone } from "../ui/chip.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useRuleSets } from "./rules-api.ts";
import { wordOf } from "../language/words.ts";

const route = getRouteApi("/shell/rules");
const TONE: Record<RuleSetState, Tone> = {
  candidate: "info",
  active: "good",
  replaced: "neutral",
  withdrawn: "neutral",
};

export const RuleSetChip = ({ state }: { state: RuleSetState }) => (
  <Chip tone={TONE[state]}>{state === "active" ? t`in force` : wordOf(state)}</Chip>
);

/** Every version that was proposed or in force, newest first. */
export function RuleSetVersions() {
  const { site, cursor } = route.useSearch();
  const query = useRuleSets(site, cursor);
  return (
    <section aria-label={t`Versions`} className="deliveries">
      <h2>{t`Versions`}</h2>
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Version`, t`Note`, t`Proposed by`, t`Proposed`]}
        empty={t`This site has no rule set of its own.`}
      >
        {({ version, state, siteId, note, proposedBy, createdAt }) => (
          <tr key={version} aria-label={t`Rule set ${version}`}>
            <td>
              <Link to="." search={{ site, version, cursor }}>
                {t`Rule set ${version}`}
              </Link>{" "}
              <RuleSetChip state={state} /> {siteId !== null && site === undefined && <Chip>{t`one site`}</Chip>}
            </td>
            <td>
              <bdi>{note}</bdi>
            </td>
            <td className="faint">{proposedBy?.email ?? t`bundled`}</td>
            <td className="faint">
              <TimeAgo at={createdAt} />
            </td>
          </tr>
        )}
      </ListTable>
    </section>
  );
}
