import type { User } from "@container-inspection/shared-schemas/users";
import { plural, t } from "@lingui/core/macro";
import { problemOf } from "../api/api-error.ts";
import { SessionItems } from "../accounts/session-items.tsx";
import { endSessionOf, endSessionsOf, useSessionsOf } from "../accounts/sessions-api.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";

/** Sessions of a user, with the buttons that end them. */
export function UserSessionsDialog({ user: { id, email }, close }: { user: User; close: () => void }) {
  const { data: sessions, error } = useSessionsOf(id);
  const one = useWrite(endSessionOf, ["sessions"]);
  const all = useWrite(endSessionsOf, ["sessions"]);
  const busy = one.busy || all.busy;
  const endAll = () =>
    void all.write(id, ({ ended }) => announce(plural(ended, { one: "# session ended", other: "# sessions ended" })));
  return (
    <Dialog title={t`Sessions of ${email}`} close={close}>
      {sessions?.items.length === 0 && <p className="faint">{t`Not signed in anywhere.`}</p>}
      {sessions && (
        <SessionItems
          sessions={sessions}
          busy={busy}
          end={({ id: sessionId }) => void one.write({ id, sessionId }, () => announce(t`Session ended`))}
        />
      )}
      <Problem text={one.problem ?? all.problem ?? (error && !sessions ? problemOf(error) : undefined)} />
      <div className="dialog-actions">
        {sessions && sessions.items.length > 0 && (
          <button type="button" className="quiet" disabled={busy} onClick={endAll}>
            {t`End all`}
          </button>
        )}
        <button type="button" onClick={close}>
          {t`Done`}
        </button>
      </div>
    </Dialog>
  );
}
