import { ShownOnce } from "../ui/shown-once.tsx";

/** The signing secret of a webhook. It is shown once. */
export const WebhookSecret = ({ url, secret, close }: { url: string; secret: string; close: () => void }) => (
  <ShownOnce name="The signing secret" text={secret} copy="Copy the secret" close={close}>
    The receiver at <bdi>{url}</bdi> verifies the signature of each event with this secret, according to the Standard
    Webhooks specification. You will not see it again.
  </ShownOnce>
);
