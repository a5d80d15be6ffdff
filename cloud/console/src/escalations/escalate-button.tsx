import type { Container } from "@container-inspection/shared-schemas";
import { type FormEvent, useRef } from "react";
import { Link } from "react-router";
import { useIsSupervisor } from "../api.ts";
import { Problem } from "../ui/problem.tsx";
import { textOf } from "../ui/text-of.ts";
import { useWrite } from "../ui/use-action.ts";
import { escalate, useEscalations } from "./escalations-api.ts";

/** The way to put a container before the supervisors; for them, to the escalation where there is one already. */
export function EscalateButton({ container: { id, status, containerNumber } }: { container: Container }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { act, busy, problem } = useWrite();
  if (status === "ESCALATED") return <OpenEscalation containerId={id} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = textOf(new FormData(event.currentTarget), "reason");
    if (await act(() => escalate(id, reason))) dialog.current?.close();
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => dialog.current?.showModal()}>
        Escalate
      </button>
      <dialog ref={dialog} className="card" aria-label={`Escalate ${containerNumber}`}>
        <form className="decision" onSubmit={(event) => void submit(event)}>
          <h2>Escalate {containerNumber}</h2>
          <p className="faint">A supervisor decides about it; until then it stays escalated.</p>
          <label className="faint">
            Reason
            <textarea name="reason" rows={4} maxLength={2_000} required autoFocus />
          </label>
          <Problem text={problem} />
          <div className="dialog-actions">
            <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" disabled={busy}>
              Escalate
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

function OpenEscalation({ containerId }: { containerId: string }) {
  const { data } = useEscalations({ containerId, limit: 1 }, useIsSupervisor());
  const newest = data?.items[0];
  if (!newest || newest.state === "RESOLVED") return null;
  return <Link to={`/escalations/${newest.id}`}>View escalation</Link>;
}
