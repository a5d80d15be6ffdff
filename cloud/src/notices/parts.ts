import type { JournalParts } from "../journal/parts.ts";
import type { HttpClient } from "../platform/outbound/http-client.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { PushService } from "./push/push-service.ts";
import type { WebhookFormats } from "./webhooks/webhook-formats.ts";
import type { WebPushService } from "./web-push/web-push-service.ts";

export type NoticesParts = JournalParts & {
  /** Undefined without a mail server. */
  mailer: Mailer | undefined;
  /** Undefined without a service account: notices to mobile devices are recorded, not sent. */
  push: PushService | undefined;
  /** Sends notices to browsers. */
  webPush: WebPushService;
  /** Delivers events to webhooks. */
  webhookHttp: HttpClient;
  /** The formats of webhooks beside our own events; undefined where the settings name no publisher. */
  webhookFormats: WebhookFormats | undefined;
  /** A random number from 0 up to 1, which spreads attempts that would come at once. */
  random: () => number;
};

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof NoticesParts> = Pick<NoticesParts, Key>;
