import { type NumberedRuleSet, textOrEmpty } from "@container-inspection/shared-schemas";
import { getRouteApi } from "@tanstack/react-router";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { Differences } from "../category-map/differences.tsx";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../shell/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import { withEdited } from "./rule-settings.ts";
import { proposeRules } from "./rules-api.ts";
import type { EditedSettingsState } from "./use-edited-settings.ts";

const route = getRouteApi("/shell/rules");
const schema = z.object({ note: textOrEmpty(500) });

type Props = { state: EditedSettingsState; current: NumberedRuleSet; siteId: string | undefined };

/** What the edited settings change, and the form that proposes them. */
export function Proposal({ state: { edited, differences, discard }, current, siteId }: Props) {
  const navigate = route.useNavigate();
  const { register, handleSubmit, clear } = useSchemaForm({
    schema,
    defaults: { note: "" },
    draft: `note of rules of ${siteId ?? "every site"}`,
  });
  const { write, busy, problem } = useWrite(
    async (note: string) => {
      const rules = withEdited(current.rules, edited);
      return proposeRules({ siteId, rules, note });
    },
    ["rules"],
  );
  if (differences.length === 0) return null;
  const propose = handleSubmit(async ({ note }) => {
    await write(note.trim(), ({ version }) => {
      discard();
      clear();
      announce(`Rule set ${version} proposed`);
      void navigate({ search: { site: siteId, version } });
    });
  });
  const askToDiscard = async () => {
    const text = "What you have edited is lost.";
    if (await confirm({ title: "Discard your changes?", text, action: "Discard changes" })) discard();
  };
  return (
    <section className="card" aria-label="Changes">
      <h2>Changes to rule set {current.version}</h2>
      <Differences differences={differences} />
      <form className="stacked-form" onSubmit={(event) => void propose(event)}>
        <label>
          Note
          <input maxLength={500} placeholder="Optional: why it changes" {...register("note")} />
        </label>
        <Problem text={problem} />
        <div className="device-actions">
          <button type="submit" disabled={busy}>
            Propose
          </button>
          <button type="button" className="quiet" onClick={() => void askToDiscard()}>
            Discard changes
          </button>
        </div>
      </form>
    </section>
  );
}
