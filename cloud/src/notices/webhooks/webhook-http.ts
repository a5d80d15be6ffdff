import type { Settings } from "../../platform/settings/settings.ts";
import { createHttpClient, type HttpClient } from "../../platform/outbound/http-client.ts";

/** Administrators see only the beginning of an answer. */
const MAX_ANSWER_BYTES = 4_096;

/** Creates the client that sends events to webhooks: only to public addresses, unless a setting allows private ones. */
export function createWebhookHttp({
  webhookAllowPrivateAddresses: allowPrivateAddresses,
}: Pick<Settings, "webhookAllowPrivateAddresses">): HttpClient {
  return createHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES, allowPrivateAddresses });
}
