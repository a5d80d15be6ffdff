import { CopyButton } from "../ui/copy-button.tsx";

/** What the service returns once: a key, or a code with its expiry. */
export type Secret = { deviceId: string; device: string } & ({ apiKey: string } | { code: string; expiresAt: string });

/** Shows a secret once. */
export function SecretCard({ secret, close }: { secret: Secret; close: () => void }) {
  const isKey = "apiKey" in secret;
  const text = isKey ? secret.apiKey : secret.code;
  return (
    <section className="card secret" aria-label={isKey ? "The new key" : "The join code"}>
      <p>
        {isKey
          ? `The key of ${secret.device}, for cloud.apiKeyFile on the box. You will not see it again.`
          : `Enter this code on the box of ${secret.device} before ${new Date(secret.expiresAt).toLocaleTimeString()}. It can be used once.`}
      </p>
      <code>{text}</code>
      <div className="device-actions">
        <CopyButton key={text} text={text}>
          {isKey ? "Copy the key" : "Copy the code"}
        </CopyButton>
        <button type="button" className="quiet" onClick={close}>
          Done
        </button>
      </div>
    </section>
  );
}
