import { CopyButton } from "../ui/copy-button.tsx";
import { ExactTime } from "../ui/exact-time.tsx";

type Props = { invite: { email: string; inviteUrl: string; expiresAt: string }; close: () => void };

/** The link of a new invite until it is put away; it cannot be shown again. */
export function InviteLink({ invite: { email, inviteUrl, expiresAt }, close }: Props) {
  return (
    <section className="card secret" aria-label="The invite's link">
      <p>
        A link is mailed to {email}. Where mail does not reach, pass this one on: it works once, until{" "}
        <ExactTime at={expiresAt} />, and is shown this once.
      </p>
      <code>{inviteUrl}</code>
      <div className="device-actions">
        <CopyButton text={inviteUrl}>Copy the link</CopyButton>
        <button type="button" className="quiet" onClick={close}>
          Put away
        </button>
      </div>
    </section>
  );
}
