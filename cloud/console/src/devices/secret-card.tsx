/** What the service tells once: a key, or a code with the time until which it works. */
export type Secret = { device: string } & ({ apiKey: string } | { code: string; expiresAt: string });

/** Shows a secret until it is put away; it cannot be shown again. */
export function SecretCard({ secret, close }: { secret: Secret; close: () => void }) {
  const isKey = "apiKey" in secret;
  return (
    <section className="card secret" aria-label={isKey ? "The new key" : "The join code"}>
      <p>
        {isKey
          ? `The key of ${secret.device}, for cloud.apiKeyFile on the box. It is shown this once.`
          : `Type this code on the box of ${secret.device} until ${new Date(secret.expiresAt).toLocaleTimeString()}. It works once.`}
      </p>
      <code>{isKey ? secret.apiKey : secret.code}</code>
      <button type="button" className="quiet" onClick={close}>
        Put away
      </button>
    </section>
  );
}
