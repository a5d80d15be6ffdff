import { CopyButton } from "../ui/copy-button.tsx";

/** The signing secret of a webhook. It is shown once. */
export const WebhookSecret = ({ url, secret, close }: { url: string; secret: string; close: () => void }) => (
  <section className="card secret" aria-label="The signing secret">
    <p>
      The receiver at <bdi>{url}</bdi> verifies the signature of each event with this secret, according to the Standard
      Webhooks specification. You will not see it again.
    </p>
    <code>{secret}</code>
    <div className="device-actions">
      <CopyButton text={secret}>Copy the secret</CopyButton>
      <button type="button" className="quiet" onClick={close}>
        Done
      </button>
    </div>
  </section>
);
