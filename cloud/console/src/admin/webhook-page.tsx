import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Crumb } from "../ui/crumb.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { WebhookState } from "./webhook-chips.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { WebhookForm, type WebhookValues } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { deleteWebhook, rotateWebhookSecret, testWebhook, updateWebhook, useWebhook } from "./webhooks-api.ts";

const route = getRouteApi("/shell/admin/webhooks/$id");

/** One webhook: its state, its form, and its deliveries with the responses of the address. */
export function WebhookPage() {
  const { id } = route.useParams();
  const { data, error } = useWebhook(id);
  const webhook = isRefusal(error, 403, 404) ? undefined : data;
  return (
    <>
      <Crumb>
        <Link to="/admin/webhooks">{t`Webhooks`}</Link>
      </Crumb>
      {error && !webhook && <Notice title={t`This webhook cannot be shown`}>{problemOf(error)}</Notice>}
      {!webhook && !error && <ListSkeleton />}
      {webhook && <OpenWebhook key={webhook.id} webhook={webhook} />}
    </>
  );
}

function OpenWebhook({ webhook }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <div className="page-head">
        <h2 className="webhook-address">
          <bdi>{webhook.url}</bdi>
        </h2>
        <WebhookState webhook={webhook} />
        <WebhookActions webhook={webhook} showSecret={setSecret} />
      </div>
      {webhook.previousSecretEndsAt && Date.parse(webhook.previousSecretEndsAt) > Date.now() && (
        <p className="faint">
          <Trans>
            Deliveries are signed with the new and the previous secret until{" "}
            <ExactTime at={webhook.previousSecretEndsAt} />.
          </Trans>
        </p>
      )}
      {secret && <WebhookSecret url={webhook.url} secret={secret} close={() => setSecret(undefined)} />}
      <Settings webhook={webhook} />
      <WebhookDeliveries webhook={webhook} />
    </>
  );
}

function WebhookActions({ webhook: { id, url, enabled }, showSecret }: ActionProps) {
  const navigate = useNavigate();
  const { write, busy, problem } = useWrite(
    (work: () => Promise<unknown>) => work(),
    ["webhooks", "webhook-deliveries"],
  );
  const test = () =>
    write(
      () => testWebhook(id),
      () => announce(t`Test event sent`),
    );
  const rotate = async () => {
    const text = t`For 24 hours each delivery is signed with both. The receiver needs the new secret before that.`;
    if (await confirm({ title: t`Create another signing secret?`, text, action: t`Create secret` }))
      await write(async () => showSecret(await rotateWebhookSecret(id)));
  };
  const setEnabled = async () => {
    const text = t`It misses the events until it is enabled again, and its pending deliveries fail.`;
    if (!enabled || (await confirm({ title: t`Disable ${url}?`, text, action: t`Disable webhook`, isDanger: true })))
      await write(
        () => updateWebhook({ id, enabled: !enabled }),
        () => announce(enabled ? t`Webhook disabled` : t`Webhook enabled`),
      );
  };
  const remove = async () => {
    const text = t`Its deliveries are deleted with it.`;
    if (!(await confirm({ title: t`Delete ${url}?`, text, action: t`Delete webhook`, isDanger: true }))) return;
    await write(
      () => deleteWebhook(id),
      () => void navigate({ to: "/admin/webhooks", replace: true }),
    );
  };
  return (
    <div className="device-actions">
      {enabled && <button type="button" disabled={busy} onClick={() => void test()}>{t`Send test event`}</button>}
      <button type="button" className="quiet" disabled={busy} onClick={() => void setEnabled()}>
        {enabled ? t`Disable` : t`Enable`}
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void rotate()}>
        <Trans>New secret</Trans>
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>{t`Delete`}</button>
      <Problem text={problem} />
    </div>
  );
}

type ActionProps = { webhook: Webhook; showSecret: (secret: string) => void };

/** The kinds of events that a webhook gets, or the name of its format. */
const textOfEvents = ({ format, events }: Webhook) =>
  format === "live-events" ? events.join(", ") : format.toUpperCase();

/** Settings that an admin may change; only changed values are sent, so that another admin's changes are kept. */
function Settings({ webhook }: { webhook: Webhook }) {
  const { write, busy, problem } = useWrite(updateWebhook, ["webhooks"]);
  const save = ({ url, description, events }: WebhookValues) => {
    const isSame = events.length === webhook.events.length && events.every((kind) => webhook.events.includes(kind));
    const changes = {
      ...(url !== webhook.url && { url }),
      ...(description !== (webhook.description ?? "") && { description: description || null }),
      ...(!isSame && { events }),
    };
    return write({ id: webhook.id, ...changes }, () => announce(t`Webhook changed`));
  };
  return (
    <details className="card add-webhook">
      <summary>
        <Trans>
          Settings <span className="faint small">{textOfEvents(webhook)}</span>
        </Trans>
      </summary>
      <WebhookForm key={webhook.updatedAt} webhook={webhook} send={save} busy={busy} problem={problem}>
        <Trans>Save changes</Trans>
      </WebhookForm>
    </details>
  );
}
