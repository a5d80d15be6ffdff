import type { CategoryMap, NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { ChangesForm } from "../ui/changes-form.tsx";
import { Notice } from "../ui/notice.tsx";
import { putCategoryMap } from "./category-map-api.ts";
import { Differences } from "../rules/differences.tsx";
import type { EditedMapState } from "./use-edited-map.ts";

type Props = { state: EditedMapState; current: NumberedCategoryMap };

/** Changes of the edited map, and the form that puts it in force. */
export function SaveChanges({ state, current }: Props) {
  const { map, differences, basedOn, hasProblem, accept, discard } = state;
  const { write, busy, problem } = useWrite(putCategoryMap, ["category-map", "container"]);
  const isOutdated = basedOn !== current.version;
  const send = (note: string, clear: () => void) =>
    write({ map, note, basedOn }, (version) => {
      discard();
      clear();
      announce(t`Version ${version} of the category map is in force`);
    });
  return (
    <ChangesForm
      title={t`Changes to version ${current.version}`}
      draft="note of the category map"
      action={t`Put in force`}
      disabled={busy || isOutdated || hasProblem}
      problem={hasProblem ? t`Correct the marked parts first.` : problem && placeOf(problem, map)}
      {...{ send, discard }}
    >
      {isOutdated && (
        <Notice>
          <Trans>
            Version {current.version} was put in force after you began with version {basedOn}. Check the differences:
            your map would undo what it changed.
          </Trans>{" "}
          <button type="button" className="quiet" onClick={accept}>{t`Keep my map`}</button>
        </Notice>
      )}
      <Differences differences={differences} />
    </ChangesForm>
  );
}

/** A text with the names of classes in place of their numbers in the map. */
const placeOf = (text: string, { classes }: CategoryMap) =>
  text.replace(/map\.classes\.(\d+)/, (_, at: string) => t`class ${classes[Number(at)]?.name || t`without a name`}`);
