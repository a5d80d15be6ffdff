import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** Returns the reason for which a webhook is disabled. */
function reasonOf({ disabledReason }: Webhook): string {
  if (disabledReason === "failing") return t`disabled: no delivery for five days`;
  return disabledReason === "admin" ? t`disabled` : t`disabled: its address answered 410`;
}

/** State of a webhook: enabled or disabled, and the time since which its address has failed. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => (
  <>
    {webhook.enabled ? <Chip tone="good">{t`enabled`}</Chip> : <Chip tone="bad">{reasonOf(webhook)}</Chip>}
    {webhook.enabled && webhook.missingSettings.length > 0 && (
      <>
        {" "}
        <Chip tone="bad">{t`sends nothing`}</Chip>{" "}
        <span className="faint small">
          {t`The service lacks the settings ${webhook.missingSettings.join(", ")}: events of this time are not sent later.`}
        </span>
      </>
    )}
    {webhook.enabled && webhook.failingSince && (
      <>
        {" "}
        <Chip tone="caution">{t`failing`}</Chip>{" "}
        <span className="faint small">
          <Trans>
            since <TimeAgo at={webhook.failingSince} />
          </Trans>
        </span>
      </>
    )}
  </>
);
