import type { Webhook } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** Why a webhook is disabled. */
function reasonOf({ disabledReason }: Webhook): string {
  if (disabledReason === "failing") return "disabled: no delivery for five days";
  return disabledReason === "admin" ? "disabled" : "disabled: its address answered 410";
}

/** Whether a webhook receives events, and since when its address has failed. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => (
  <>
    {webhook.enabled ? <Chip tone="good">enabled</Chip> : <Chip tone="bad">{reasonOf(webhook)}</Chip>}
    {webhook.enabled && webhook.failingSince && (
      <>
        {" "}
        <Chip tone="caution">failing</Chip>{" "}
        <span className="faint small">
          since <TimeAgo at={webhook.failingSince} />
        </span>
      </>
    )}
  </>
);
