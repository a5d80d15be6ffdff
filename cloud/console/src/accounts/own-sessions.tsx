import { plural, t } from "@lingui/core/macro";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import { SessionItems } from "./session-items.tsx";
import { endOtherSessions, endOwnSession, useOwnSessions } from "./sessions-api.ts";

/** Sessions of the caller, with buttons to end them. */
export function OwnSessions() {
  const { data: sessions, error } = useOwnSessions();
  const one = useWrite(endOwnSession, ["sessions"]);
  const others = useWrite(endOtherSessions, ["sessions"]);
  const busy = one.busy || others.busy;
  const endOthers = async () => {
    const text = t`All other browsers and programs have to sign in again.`;
    if (await confirm({ title: t`End all other sessions?`, text, action: t`End sessions`, isDanger: true }))
      await others.write(undefined, ({ ended }) =>
        announce(plural(ended, { one: "# session ended", other: "# sessions ended" })),
      );
  };
  return (
    <section className="card" aria-label={t`Sessions`}>
      <h2>{t`Sessions`}</h2>
      {sessions && (
        <SessionItems
          sessions={sessions}
          busy={busy}
          end={({ id }) => void one.write(id, () => announce(t`Session ended`))}
        />
      )}
      {sessions && sessions.items.length > 1 && (
        <div className="device-actions">
          <button type="button" className="quiet" disabled={busy} onClick={() => void endOthers()}>
            {t`End all other sessions`}
          </button>
        </div>
      )}
      <Problem text={one.problem ?? others.problem ?? (error && !sessions ? problemOf(error) : undefined)} />
    </section>
  );
}
