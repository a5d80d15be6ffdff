import type { Container } from "@container-inspection/shared-schemas";
import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

/** Closes the open dialog for another one, with a number that was found. */
export type Proceed = (to: "number" | "merge", proposed: string) => void;
/** What the dialog of an action gets. */
export type ActionProps = { container: Container; proposed?: string; close: () => void; proceed: Proceed };

type Props = {
  title: string;
  /** What the button does, by name. */
  action: string;
  submit: (event: FormEvent) => unknown;
  busy: boolean;
  /** Whether everything is filled in that the service needs. */
  isReady?: boolean;
  problem: string | undefined;
  close: () => void;
  children: ReactNode;
};

/** A dialog with one form, whose problems it shows above the buttons. Closed, the form keeps what was typed. */
export function ActionDialog({ title, action, submit, busy, isReady = true, problem, close, children }: Props) {
  return (
    <Dialog title={title} close={close}>
      <form
        className="decision"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event);
        }}
      >
        {children}
        <Problem text={problem} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
          <button type="submit" disabled={busy || !isReady}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
