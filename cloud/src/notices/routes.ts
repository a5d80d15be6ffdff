import type { RouteDefinition } from "../platform/http/define-route.ts";
import { listEmailJobs } from "./mail/list-email-jobs.ts";
import { retryEmailJob } from "./mail/retry-email-job.ts";
import { listPushDeliveries } from "./push/list-push-deliveries.ts";
import { listWebhooks } from "./webhooks/list-webhooks.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { getWebhook } from "./webhooks/get-webhook.ts";
import { updateWebhook } from "./webhooks/update-webhook.ts";
import { deleteWebhook } from "./webhooks/delete-webhook.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { testWebhook } from "./webhooks/test-webhook.ts";
import { listWebhookDeliveries } from "./webhooks/list-webhook-deliveries.ts";
import { retryWebhookDelivery } from "./webhooks/retry-webhook-delivery.ts";
import { listDevices } from "./phones/list-devices.ts";
import { registerDevice } from "./phones/register-device.ts";
import { unregisterDevice } from "./phones/unregister-device.ts";
import { addPushSubscription } from "./web-push/add-push-subscription.ts";
import { deletePushSubscription } from "./web-push/delete-push-subscription.ts";
import { listPushSubscriptions } from "./web-push/list-push-subscriptions.ts";
import type { NoticesParts } from "./parts.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const noticesRoutes: readonly RouteDefinition<NoticesParts>[] = [
  listEmailJobs,
  retryEmailJob,
  listPushDeliveries,

  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,

  listDevices,
  registerDevice,
  unregisterDevice,

  listPushSubscriptions,
  addPushSubscription,
  deletePushSubscription,
];
