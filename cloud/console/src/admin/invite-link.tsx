import { CopyButton } from "../ui/copy-button.tsx";
import { ExactTime } from "../ui/exact-time.tsx";

type Props = { invite: { email: string; inviteUrl: string; expiresAt: string }; close: () => void };

/** The link of a new invite. It is shown once. */
export function InviteLink({ invite: { email, inviteUrl, expiresAt }, close }: Props) {
  return (
    <section className="card secret" aria-label="The invite's link">
      <p>
        A link was emailed to {email}. If the email does not arrive, send this link instead. It can be used once and
        expires <ExactTime at={expiresAt} />. You will not see it again.
      </p>
      <code>{inviteUrl}</code>
      <div className="device-actions">
        <CopyButton text={inviteUrl}>Copy the link</CopyButton>
        <button type="button" className="quiet" onClick={close}>
          Done
        </button>
      </div>
    </section>
  );
}
