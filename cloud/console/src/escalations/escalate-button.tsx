import type { Container } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { lazyPage } from "../ui/lazy-page.ts";
import { useOpenEscalation } from "./escalations-api.ts";

const EscalateDialog = lazyPage(async () => (await import("./escalate-dialog.tsx")).EscalateDialog);

/** The way to put a container before the supervisors; for them, to the escalation where there is one already. */
export function EscalateButton({ container }: { container: Container }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => void EscalateDialog.preload().catch(() => undefined), []);
  // A dialog that is open stays when another user escalates the container: its text would be lost.
  if (container.isEscalated && !isOpen) return <OpenEscalation containerId={container.id} />;
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>{t`Escalate`}</button>
      <Suspense>{isOpen && <EscalateDialog container={container} close={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

function OpenEscalation({ containerId }: { containerId: string }) {
  const escalation = useOpenEscalation(containerId);
  if (!escalation) return null;
  return (
    <Link className="button quiet" to="/escalations/$id" params={{ id: escalation.id }}>{t`View escalation`}</Link>
  );
}
