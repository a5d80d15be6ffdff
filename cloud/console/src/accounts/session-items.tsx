import type { Session } from "@container-inspection/shared-schemas/sessions";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip } from "../ui/chip.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { browserOf } from "./browser-of.ts";

const signedInBy = () => ({ password: t`by password`, passkey: t`by passkey`, provider: t`by sign-in provider` });

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
            {session.current && <Chip tone="good">{t`this one`}</Chip>}
            <div className="faint small">
              {session.address && <bdi>{session.address}, </bdi>}
              {session.signedInWith && `${signedInBy()[session.signedInWith]}, `}
              <Trans>
                signed in <ExactTime at={session.createdAt} />, used <TimeAgo at={session.lastUsedAt} />
              </Trans>
            </div>
          </span>
          {!session.current && (
            <button
              type="button"
              className="quiet"
              aria-label={t`End the session of ${browserOf(session.userAgent)}`}
              disabled={busy}
              onClick={() => end(session)}
            >{t`End`}</button>
          )}
        </li>
      ))}
    </ul>
    {nextCursor !== null && <p className="faint small">{t`Older sessions are not shown.`}</p>}
  </>
);
