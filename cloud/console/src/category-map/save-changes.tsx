import { type CategoryMap, type NumberedCategoryMap, textOrEmpty } from "@container-inspection/shared-schemas";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../shell/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { putCategoryMap } from "./category-map-api.ts";
import { Differences } from "./differences.tsx";
import type { EditedMapState } from "./use-edited-map.ts";

const schema = z.object({ note: textOrEmpty(500) });

type Props = { state: EditedMapState; current: NumberedCategoryMap };

/** What the edited map changes, and the form that puts it in force. */
export function SaveChanges({ state, current }: Props) {
  const { map, differences, basedOn, accept, discard } = state;
  const { register, handleSubmit, clear } = useSchemaForm({
    schema,
    defaults: { note: "" },
    draft: "note of the category map",
  });
  const { write, busy, problem } = useWrite(putCategoryMap, ["category-map", "container"]);
  if (differences.length === 0) return null;
  const isOutdated = basedOn !== current.version;
  const save = handleSubmit(async ({ note }) => {
    await write({ map, note: note.trim(), basedOn }, (version) => {
      discard();
      clear();
      announce(`Version ${version} of the category map is in force`);
    });
  });
  const askToDiscard = async () => {
    const text = "What you have edited is lost.";
    if (await confirm({ title: "Discard your changes?", text, action: "Discard changes" })) discard();
  };
  return (
    <section className="card" aria-label="Changes">
      <h2>Changes to version {current.version}</h2>
      {isOutdated && (
        <Notice>
          Version {current.version} was put in force after you began with version {basedOn}. Check the differences: your
          map would undo what it changed.{" "}
          <button type="button" className="quiet" onClick={accept}>
            Keep my map
          </button>
        </Notice>
      )}
      <Differences differences={differences} />
      <form className="stacked-form" onSubmit={(event) => void save(event)}>
        <label>
          Note
          <input maxLength={500} placeholder="Optional: why it changes" {...register("note")} />
        </label>
        <Problem text={problem && placeOf(problem, map)} />
        <div className="device-actions">
          <button type="submit" disabled={busy || isOutdated}>
            Put in force
          </button>
          <button type="button" className="quiet" onClick={() => void askToDiscard()}>
            Discard changes
          </button>
        </div>
      </form>
    </section>
  );
}

/** A text with the names of classes in place of their numbers in the map. */
const placeOf = (text: string, { classes }: CategoryMap) =>
  text.replace(/map\.classes\.(\d+)/, (_, at: string) => `class ${classes[Number(at)]?.name || "without a name"}`);
