import { createTradeFormats } from "./inspection/trade-events/trade-formats.ts";
import type { FleetParts } from "./fleet/parts.ts";
import { ensureCategoryMap } from "./inspection/category-map/category-map-store.ts";
import { createMatchRules } from "./inspection/judging/rule-cache.ts";
import { ensureRuleSet } from "./inspection/judging/rule-set-store.ts";
import type { DeliveryParts } from "./intake/parts.ts";
import { createMailer } from "./notices/mail/mailer.ts";
import { createFcm } from "./notices/push/fcm.ts";
import { createWebPush } from "./notices/web-push/web-push-service.ts";
import { createWebhookHttp } from "./notices/webhooks/webhook-http.ts";
import { ensureAccounts, type FirstAdmin } from "./people/auth/ensure-accounts.ts";
import { createTokens } from "./people/auth/tokens.ts";
import { createSignInProvider } from "./people/sign-in/sign-in-provider.ts";
import { createAbsentAiService } from "./platform/ai/ai-service.ts";
import { createRelease } from "./platform/db/release.ts";
import { shareMainDatabase } from "./platform/db/tracking-database.ts";
import { createRateLimitStore } from "./platform/rate-limits/rate-limit-store.ts";
import { vapidOf } from "./platform/settings/vapid-key.ts";
import { NO_TRACES } from "./platform/traces/traces.ts";

/**
 * Everything the service is built from: created once by main.ts or by a test, and handed in. Only app.ts and main.ts
 * know all of it.
 */
export type Parts = FleetParts;

/** Dependencies that routes may use: the parts, and the app itself. */
export type AppParts = Parts & DeliveryParts;

/** The parts that hold a resource or read the outside world, which the caller opens and closes. */
type Opened = Pick<
  Parts,
  | "settings"
  | "db"
  | "pools"
  | "storage"
  | "jobs"
  | "events"
  | "watching"
  | "metrics"
  | "logger"
  | "nowMs"
  | "random"
  | "newId"
>;

/** A part that is given takes the place of the one that would be created. */
type Overrides = {
  [Key in "tracking" | "replica" | "ai" | "rateLimits" | "traces" | "isDraining"]?: Parts[Key] | undefined;
};

/**
 * Creates all parts from those that are opened, as the settings describe them. Without an override there is no AI
 * service, no replica, no trace and no tracking database of its own. `push`, `webhookHttp`, `ai` and `traces` hold
 * connections: the caller closes them.
 */
export function createParts(given: Opened & Overrides): Parts {
  const { settings, pools, logger, nowMs } = given;
  const { signInProvider: provider } = settings;
  return {
    ...given,
    tracking: given.tracking ?? shareMainDatabase(pools),
    replica: given.replica,
    release: createRelease(pools.probes),
    ai: given.ai ?? createAbsentAiService(),
    rateLimits: given.rateLimits ?? createRateLimitStore(pools.people),
    traces: given.traces ?? NO_TRACES,
    isDraining: given.isDraining ?? (() => false),
    ...createSenders(given),
    tokens: createTokens(settings.jwtSecret, nowMs),
    signInProvider: provider && createSignInProvider(provider, { logger }),
    webhookFormats: createTradeFormats(settings, nowMs),
    matchRules: createMatchRules(settings.illegalEscalationConfidence),
  };
}

/** Creates the senders of notices to people and of events to addresses that users name. */
function createSenders({
  settings,
  nowMs,
}: Pick<Opened, "settings" | "nowMs">): Pick<Parts, "mailer" | "push" | "webPush" | "webhookHttp"> {
  const webhookHttp = createWebhookHttp(settings);
  return {
    mailer: settings.mail && createMailer(settings.mail),
    push: settings.push && createFcm({ ...settings.push, nowMs }),
    webPush: createWebPush({ ...vapidOf(settings), http: webhookHttp, nowMs }),
    webhookHttp,
  };
}

/** Adds the rows that a new database lacks: the first accounts, the bundled category map and the bundled rule set. */
export async function furnish(
  parts: Pick<Parts, "settings" | "db" | "nowMs" | "newId">,
): Promise<FirstAdmin | undefined> {
  const admin = await ensureAccounts(parts);
  await ensureCategoryMap(parts);
  await ensureRuleSet(parts);
  return admin;
}
