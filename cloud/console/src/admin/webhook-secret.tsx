import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ShownOnce } from "../ui/shown-once.tsx";

/** The signing secret of a webhook. It is shown once. */
export const WebhookSecret = ({ url, secret, close }: { url: string; secret: string; close: () => void }) => (
  <ShownOnce name={t`The signing secret`} text={secret} copy={t`Copy the secret`} close={close}>
    <Trans>
      The receiver at <bdi>{url}</bdi> verifies the signature of each event with this secret, according to the Standard
      Webhooks specification. You will not see it again.
    </Trans>
  </ShownOnce>
);
