import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { ListTable } from "../ui/list-table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { WebhookState } from "./webhook-chips.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { createWebhook, useWebhooks } from "./webhooks-api.ts";

const route = getRouteApi("/shell/admin/webhooks");

/** The other systems that receive events, and the form that adds one. */
export function WebhooksPage() {
  const { cursor } = route.useSearch();
  const query = useWebhooks({ cursor });
  const { write, busy, problem } = useWrite(createWebhook, ["webhooks"]);
  const [made, setMade] = useState<{ id: string; url: string; secret: string }>();
  return (
    <>
      {made && <WebhookSecret key={made.id} {...made} close={() => setMade(undefined)} />}
      <details className="card add-webhook" open={query.data?.items.length === 0}>
        <summary>{t`Add a webhook`}</summary>
        <WebhookForm
          busy={busy}
          problem={problem}
          send={({ url, format, events, description }) =>
            write(
              { url, format, ...(format === "live-events" && { events }), ...(description && { description }) },
              setMade,
            )
          }
        >
          <Trans>Add webhook</Trans>
        </WebhookForm>
      </details>
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Address`, t`Events`, t`State`, t`Since`]}
        empty={t`No webhooks yet. A webhook sends events to another system, signed.`}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </ListTable>
    </>
  );
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => (
  <tr aria-label={webhook.url}>
    <td>
      <Link to="/admin/webhooks/$id" params={{ id: webhook.id }}>
        <bdi>{webhook.url}</bdi>
      </Link>
      {webhook.description && (
        <div className="faint small">
          <bdi>{webhook.description}</bdi>
        </div>
      )}
    </td>
    <td title={webhook.events.join(", ")}>
      {webhook.format === "live-events"
        ? plural(webhook.events.length, { one: "# kind", other: "# kinds" })
        : webhook.format.toUpperCase()}
    </td>
    <td>
      <WebhookState webhook={webhook} />
    </td>
    <td className="faint">
      <TimeAgo at={webhook.createdAt} />
    </td>
  </tr>
);
