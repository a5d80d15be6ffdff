import type { Session } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { browserOf } from "./browser-of.ts";

const WITH = { password: "password", passkey: "passkey", provider: "sign-in provider" } as const;

type Props = {
  sessions: { items: Session[]; nextCursor: string | null };
  busy: boolean;
  end: (session: Session) => void;
};

/** Sessions of one user, each with the button that ends it; the one in use has none. */
export const SessionItems = ({ sessions: { items, nextCursor }, busy, end }: Props) => (
  <>
    <ul className="phones">
      {items.map((session) => (
        <li key={session.id}>
          <span>
            <span title={session.userAgent ?? undefined}>
              <bdi>{browserOf(session.userAgent)}</bdi>
            </span>{" "}
            {session.current && <Chip tone="good">this one</Chip>}
            <div className="faint small">
              {session.address && <bdi>{session.address}, </bdi>}
              {session.signedInWith && `by ${WITH[session.signedInWith]}, `}
              signed in <ExactTime at={session.createdAt} />, used <TimeAgo at={session.lastUsedAt} />
            </div>
          </span>
          {!session.current && (
            <button
              type="button"
              className="quiet"
              aria-label={`End the session of ${browserOf(session.userAgent)}`}
              disabled={busy}
              onClick={() => end(session)}
            >
              End
            </button>
          )}
        </li>
      ))}
    </ul>
    {nextCursor !== null && <p className="faint small">Older sessions are not shown.</p>}
  </>
);
