import { textOrEmpty } from "@container-inspection/shared-schemas/primitives";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { z } from "zod";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { confirm } from "./confirm.ts";
import { Problem } from "./problem.tsx";

const schema = z.object({ note: textOrEmpty(500) });

type Props = {
  title: string;
  /** Name under which the note is kept until it is sent. */
  draft: string;
  action: string;
  disabled: boolean;
  problem: string | undefined;
  /** Sends the changes with a note; `clear` forgets the note once they have arrived. */
  send: (note: string, clear: () => void) => Promise<unknown>;
  discard: () => void;
  /** Description of the changes. */
  children: ReactNode;
};

/** Edited settings that are sent with a note, or discarded. */
export function ChangesForm({ title, draft, action, disabled, problem, send, discard, children }: Props) {
  const { register, handleSubmit, clear } = useSchemaForm({ schema, defaults: { note: "" }, draft });
  const submit = handleSubmit(async ({ note }) => send(note.trim(), clear));
  const askToDiscard = async () => {
    const text = t`What you have edited is lost.`;
    if (await confirm({ title: t`Discard your changes?`, text, action: t`Discard changes`, isDanger: true })) discard();
  };
  return (
    <section className="card" aria-label={t`Changes`}>
      <h2>{title}</h2>
      {children}
      <form className="stacked-form" onSubmit={(event) => void submit(event)}>
        <label>
          {t`Note`}
          <input maxLength={500} placeholder={t`Optional: why it changes`} {...register("note")} />
        </label>
        <Problem text={problem} />
        <div className="device-actions">
          <button type="submit" disabled={disabled}>
            {action}
          </button>
          <button type="button" className="quiet" onClick={() => void askToDiscard()}>
            <Trans>Discard changes</Trans>
          </button>
        </div>
      </form>
    </section>
  );
}
