import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ExactTime } from "../ui/exact-time.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

/** Secret that the service returns once: a key, or a code with its expiry. */
export type Secret = { deviceId: string; device: string } & ({ apiKey: string } | { code: string; expiresAt: string });

/** Shows a secret once. */
export function SecretCard({ secret, close }: { secret: Secret; close: () => void }) {
  if ("apiKey" in secret)
    return (
      <ShownOnce name={t`The new key`} text={secret.apiKey} copy={t`Copy the key`} close={close}>
        <Trans>
          The key of <bdi>{secret.device}</bdi>, for cloud.apiKeyFile on the box. You will not see it again.
        </Trans>
      </ShownOnce>
    );
  return (
    <ShownOnce name={t`The join code`} text={secret.code} copy={t`Copy the code`} close={close}>
      <Trans>
        Enter this code on the box of <bdi>{secret.device}</bdi> before <ExactTime at={secret.expiresAt} />. It can be
        used once.
      </Trans>
    </ShownOnce>
  );
}
