import type { Container } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

/** Closes the open dialog for another one, with a number that was found. */
export type Proceed = (to: "number" | "merge", proposed: string) => void;
/** Props of the dialog of an action. */
export type ActionProps = { container: Container; proposed?: string; close: () => void; proceed: Proceed };

type Props = {
  title: string;
  /** Label of the submit button, which names the action. */
  action: string;
  /** True where something is lost: the button is red. */
  isDanger?: boolean;
  submit: (event: FormEvent) => unknown;
  busy: boolean;
  /** True if every value that the service requires is filled in. */
  isReady?: boolean;
  problem: string | undefined;
  close: () => void;
  children: ReactNode;
};

/** A dialog with one form; problems are shown above the buttons. Closing it keeps the entered text. */
export function ActionDialog({
  title,
  action,
  isDanger,
  submit,
  busy,
  isReady = true,
  problem,
  close,
  children,
}: Props) {
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
          <button type="submit" className={isDanger ? "danger" : undefined} disabled={busy || !isReady}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
