import type { Webhook } from "@container-inspection/shared-schemas";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
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

/** One webhook: its state, its form, and its deliveries with what the address answered. */
export function WebhookPage() {
  const { id } = route.useParams();
  const { data, error } = useWebhook(id);
  const webhook = isRefusal(error, 403, 404) ? undefined : data;
  return (
    <>
      <Crumb>
        <Link to="/admin/webhooks">Webhooks</Link>
      </Crumb>
      {error && !webhook && <Notice title="This webhook cannot be shown">{problemOf(error)}</Notice>}
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
          Deliveries are signed with the new and the previous secret until{" "}
          <ExactTime at={webhook.previousSecretEndsAt} />.
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
      () => announce("Test event sent"),
    );
  const rotate = async () => {
    const text = "For 24 hours each delivery is signed with both. The receiver needs the new secret before that.";
    if (await confirm({ title: "Create another signing secret?", text, action: "Create secret" }))
      await write(async () => showSecret(await rotateWebhookSecret(id)));
  };
  const setEnabled = async () => {
    const text = "It misses the events until it is enabled again, and its pending deliveries fail.";
    if (!enabled || (await confirm({ title: `Disable ${url}?`, text, action: "Disable webhook" })))
      await write(
        () => updateWebhook({ id, enabled: !enabled }),
        () => announce(`Webhook ${enabled ? "disabled" : "enabled"}`),
      );
  };
  const remove = async () => {
    const text = "Its deliveries are deleted with it.";
    if (!(await confirm({ title: `Delete ${url}?`, text, action: "Delete webhook" }))) return;
    await write(
      () => deleteWebhook(id),
      () => void navigate({ to: "/admin/webhooks", replace: true }),
    );
  };
  return (
    <div className="device-actions">
      {enabled && (
        <button type="button" disabled={busy} onClick={() => void test()}>
          Send test event
        </button>
      )}
      <button type="button" className="quiet" disabled={busy} onClick={() => void setEnabled()}>
        {enabled ? "Disable" : "Enable"}
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void rotate()}>
        New secret
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>
        Delete
      </button>
      <Problem text={problem} />
    </div>
  );
}

type ActionProps = { webhook: Webhook; showSecret: (secret: string) => void };

/** What an admin may change; only what differs is sent, so that nothing of another admin's change is undone. */
function Settings({ webhook }: { webhook: Webhook }) {
  const { write, busy, problem } = useWrite(updateWebhook, ["webhooks"]);
  const save = ({ url, description, events }: WebhookValues) => {
    const isSame = events.length === webhook.events.length && events.every((kind) => webhook.events.includes(kind));
    const changes = {
      ...(url !== webhook.url && { url }),
      ...(description !== (webhook.description ?? "") && { description: description || null }),
      ...(!isSame && { events }),
    };
    return write({ id: webhook.id, ...changes }, () => announce("Webhook changed"));
  };
  return (
    <details className="card add-webhook">
      <summary>
        Settings <span className="faint small">{webhook.events.join(", ")}</span>
      </summary>
      <WebhookForm key={webhook.updatedAt} webhook={webhook} send={save} busy={busy} problem={problem}>
        Save changes
      </WebhookForm>
    </details>
  );
}
