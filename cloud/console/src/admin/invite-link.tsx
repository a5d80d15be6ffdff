import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNotifications } from "../accounts/notifications-api.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

type Props = { invite: { email: string; inviteUrl: string; expiresAt: string }; close: () => void };

/** The link of a new invite. It is shown once. */
export function InviteLink({ invite: { email, inviteUrl, expiresAt }, close }: Props) {
  const { data: settings } = useNotifications();
  return (
    <ShownOnce name={t`The invite's link`} text={inviteUrl} copy={t`Copy the link`} close={close}>
      {settings?.mailConfigured === false && (
        <Trans>The service has no mail server, so no email was sent. Send this link to {email} yourself.</Trans>
      )}
      {settings?.mailConfigured && (
        <Trans>A link was emailed to {email}. If the email does not arrive, send this link instead.</Trans>
      )}{" "}
      <Trans>
        It can be used once and expires <ExactTime at={expiresAt} />. You will not see it again.
      </Trans>
    </ShownOnce>
  );
}
