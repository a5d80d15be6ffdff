import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import type { Write } from "../api/use-write.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { CurrentPassword } from "./secret-form.tsx";

type Props = {
  title: string;
  action: string;
  /** True where something is lost: the button is red. */
  isDanger?: boolean;
  work: Pick<Write<never, unknown>, "busy" | "problem">;
  send: (field: (name: string) => string) => void;
  close: () => void;
  /** Fields or explanation above the password. */
  children: ReactNode;
};

/** Asks for the current password before a change of how the user signs in. */
export function PasswordDialog({ title, action, isDanger, work: { busy, problem }, send, close, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    send((name) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    });
  };
  return (
    <Dialog title={title} close={close}>
      <form className="stacked-form" onSubmit={submit}>
        {children}
        <CurrentPassword />
        <Problem text={busy ? undefined : problem} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
          <button type="submit" className={isDanger ? "danger" : undefined} disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
