import type { Webhook, WebhookDeliveryStatus } from "@container-inspection/shared-schemas/webhooks";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { DELIVERY_STATUSES } from "../shell/choices.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { retryDelivery, useWebhookDeliveries } from "./webhooks-api.ts";
import { wordOf } from "../language/words.ts";

const TONE: Record<WebhookDeliveryStatus, Tone> = { pending: "info", delivered: "good", failed: "bad" };

const route = getRouteApi("/shell/admin/webhooks/$id");

/** Deliveries to a webhook, newest first, with the responses. Failed deliveries can be sent again. */
export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const { status, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useWebhookDeliveries(id, { status, cursor });
  const { write, busy, problem } = useWrite(retryDelivery, ["webhook-deliveries", "webhooks"]);
  const filter = (value: string) => {
    const chosen = DELIVERY_STATUSES.find((known) => known === value);
    void navigate({ search: { status: chosen }, replace: true, resetScroll: false });
  };
  const replay = (deliveryId: string) => write({ id, deliveryId }, () => announce(t`Event sent again`));
  return (
    <section aria-label={t`Deliveries`} className="deliveries">
      <div className="page-head">
        <h2>{t`Deliveries`}</h2>
        <select
          aria-label={t`Status`}
          className="push"
          value={status ?? ""}
          onChange={({ target }) => filter(target.value)}
        >
          <option value="">{t`Any status`}</option>
          {DELIVERY_STATUSES.map((known) => (
            <option key={known} value={known}>
              {wordOf(known)}
            </option>
          ))}
        </select>
      </div>
      <Problem text={problem} />
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Event`, t`Status`, t`Answer`, t`When`, ""]}
        empty={status ? t`No deliveries with this status.` : t`No deliveries yet. Deliveries are kept for 30 days.`}
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            replay={enabled && delivery.status !== "delivered" ? () => void replay(delivery.id) : undefined}
            busy={busy}
          />
        )}
      </ListTable>
    </section>
  );
}

type Delivery = NonNullable<ReturnType<typeof useWebhookDeliveries>["data"]>["items"][number];
type RowProps = { delivery: Delivery; replay: (() => void) | undefined; busy: boolean };

function DeliveryRow({ delivery, replay, busy }: RowProps) {
  const { id, type, payload, status, attempts, lastStatusCode, lastError, nextAttemptAt, createdAt } = delivery;
  return (
    <tr aria-label={`${type} ${id}`}>
      <td>
        <details>
          <summary>{type}</summary>
          <p className="faint small">webhook-id {id}</p>
          <pre className="small payload">{indented(payload)}</pre>
        </details>
      </td>
      <td>
        <Chip tone={TONE[status]}>{wordOf(status)}</Chip>
      </td>
      <td>
        {lastStatusCode !== null && <strong>{lastStatusCode} </strong>}
        <bdi>{lastError}</bdi>
        <div className="faint small">
          {plural(attempts, { one: "# attempt", other: "# attempts" })}
          {status === "pending" && attempts > 0 && nextAttemptAt && (
            <>
              {", "}
              <Trans>
                next <TimeAgo at={nextAttemptAt} />
              </Trans>
            </>
          )}
        </div>
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
      <td>
        {replay && <button type="button" className="quiet" disabled={busy} onClick={replay}>{t`Send again`}</button>}
      </td>
    </tr>
  );
}

/** A body of JSON on several lines; any other text as it is. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
