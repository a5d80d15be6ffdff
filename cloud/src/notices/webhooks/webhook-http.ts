import type { Settings } from "../../platform/settings/settings.ts";
import { createHttpClient, type HttpClient } from "../../platform/outbound/http-client.ts";

/** Of an answer, nothing but its beginning is shown to admins. */
const MAX_ANSWER_BYTES = 4_096;

/** Opens what carries events to webhooks: only to the public internet, unless a setting says otherwise. */
export function createWebhookHttp({
  webhookAllowPrivateAddresses: allowPrivateAddresses,
}: Pick<Settings, "webhookAllowPrivateAddresses">): HttpClient {
  return createHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES, allowPrivateAddresses });
}
