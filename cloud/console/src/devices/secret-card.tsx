import { ExactTime } from "../ui/exact-time.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

/** What the service returns once: a key, or a code with its expiry. */
export type Secret = { deviceId: string; device: string } & ({ apiKey: string } | { code: string; expiresAt: string });

/** Shows a secret once. */
export function SecretCard({ secret, close }: { secret: Secret; close: () => void }) {
  if ("apiKey" in secret)
    return (
      <ShownOnce name="The new key" text={secret.apiKey} copy="Copy the key" close={close}>
        The key of <bdi>{secret.device}</bdi>, for cloud.apiKeyFile on the box. You will not see it again.
      </ShownOnce>
    );
  return (
    <ShownOnce name="The join code" text={secret.code} copy="Copy the code" close={close}>
      Enter this code on the box of <bdi>{secret.device}</bdi> before <ExactTime at={secret.expiresAt} />. It can be
      used once.
    </ShownOnce>
  );
}
