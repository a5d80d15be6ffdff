import { textOrEmpty } from "@container-inspection/shared-schemas";
import type { ReactNode } from "react";
import { z } from "zod";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { confirm } from "./confirm.ts";
import { Problem } from "./problem.tsx";

const schema = z.object({ note: textOrEmpty(500) });

type Props = {
  title: string;
  /** Where the note is kept while it is not sent. */
  draft: string;
  action: string;
  disabled: boolean;
  problem: string | undefined;
  /** Sends the changes with a note; `clear` forgets the note once they have arrived. */
  send: (note: string, clear: () => void) => Promise<unknown>;
  discard: () => void;
  /** What the changes are. */
  children: ReactNode;
};

/** Edited settings that are sent with a note, or discarded. */
export function ChangesForm({ title, draft, action, disabled, problem, send, discard, children }: Props) {
  const { register, handleSubmit, clear } = useSchemaForm({ schema, defaults: { note: "" }, draft });
  const submit = handleSubmit(async ({ note }) => send(note.trim(), clear));
  const askToDiscard = async () => {
    const text = "What you have edited is lost.";
    if (await confirm({ title: "Discard your changes?", text, action: "Discard changes" })) discard();
  };
  return (
    <section className="card" aria-label="Changes">
      <h2>{title}</h2>
      {children}
      <form className="stacked-form" onSubmit={(event) => void submit(event)}>
        <label>
          Note
          <input maxLength={500} placeholder="Optional: why it changes" {...register("note")} />
        </label>
        <Problem text={problem} />
        <div className="device-actions">
          <button type="submit" disabled={disabled}>
            {action}
          </button>
          <button type="button" className="quiet" onClick={() => void askToDiscard()}>
            Discard changes
          </button>
        </div>
      </form>
    </section>
  );
}
