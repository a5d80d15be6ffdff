import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useWrite } from "../api/use-write.ts";
import { Differences } from "./differences.tsx";
import { announce } from "../ui/announcer.tsx";
import { ChangesForm } from "../ui/changes-form.tsx";
import { DraftReplay } from "./draft-replay.tsx";
import { withEdited } from "./rule-settings.ts";
import { proposeRules } from "./rules-api.ts";
import { withLabels } from "./setting-labels.ts";
import type { EditedSettingsState } from "./use-edited-settings.ts";

const route = getRouteApi("/shell/rules");

type Props = { state: EditedSettingsState; current: NumberedRuleSet; siteId: string | undefined };

/** Changes made by the edited settings, and the form that proposes them. */
export function Proposal({ state: { edited, differences, hasProblem, discard }, current, siteId }: Props) {
  const navigate = route.useNavigate();
  const { write, busy, problem } = useWrite(
    async (note: string) => proposeRules({ siteId, rules: withEdited(current.rules, edited), note }),
    ["rules"],
  );
  const send = (note: string, clear: () => void) =>
    write(note, ({ version }) => {
      discard();
      clear();
      announce(t`Rule set ${version} proposed`);
      void navigate({ search: { site: siteId, version } });
    });
  return (
    <ChangesForm
      title={t`Changes to rule set ${current.version}`}
      draft={`note of rules of ${siteId ?? t`every site`}`}
      action={t`Propose`}
      disabled={busy || hasProblem}
      problem={hasProblem ? t`Correct the marked settings first.` : problem && withLabels(problem)}
      {...{ send, discard }}
    >
      <Differences differences={differences} />
      <DraftReplay
        version={current.version}
        siteId={siteId}
        rules={() => withEdited(current.rules, edited)}
        edition={JSON.stringify(edited)}
        disabled={hasProblem}
      />
    </ChangesForm>
  );
}
