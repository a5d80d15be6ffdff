import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas";
import { pino } from "pino";
import { createAbsentAiService } from "../src/platform/ai/ai-service.ts";
import { ensureAccounts } from "../src/people/auth/ensure-accounts.ts";
import { createTokens } from "../src/people/auth/tokens.ts";
import { ensureCategoryMap } from "../src/inspection/category-map/category-map-store.ts";
import { ensureRuleSet } from "../src/inspection/judging/rule-set-store.ts";
import { createMatchRules } from "../src/inspection/judging/rule-cache.ts";
import { shareMainDatabase } from "../src/platform/db/tracking-database.ts";
import { createRelease } from "../src/platform/db/release.ts";
import { createRateLimitStore } from "../src/platform/rate-limits/rate-limit-store.ts";
import { readSettings } from "../src/platform/settings/settings.ts";
import { NO_TRACES } from "../src/platform/traces/traces.ts";
import { createMetrics } from "../src/platform/metrics/create-metrics.ts";
import type { Parts } from "../src/parts.ts";
import { createFileStorage } from "../src/platform/storage/file-storage.ts";
import { createWatching } from "../src/fleet/watching/watching.ts";
import { createWebhookHttp } from "../src/notices/webhooks/webhook-http.ts";
import { createWebPush } from "../src/notices/web-push/web-push-service.ts";
import { vapidOf } from "../src/platform/settings/vapid-key.ts";
import type { BenchDatabase } from "./database.ts";

export const EDGE_KEY = "edge-key-of-the-benchmark-0123456789";

/** The parts of a cloud that has started on `database` that keeps its files in `folder` and logs errors alone. */
export async function createBenchParts({ db, pools, jobs, events }: BenchDatabase, folder: string): Promise<Parts> {
  const nowMs = () => Date.now();
  const newId = createObjectIdMaker(nowMs);
  const settings = readSettings({ DATA_DIR: folder, EDGE_API_KEY: EDGE_KEY, ADMIN_PASSWORD: "a long enough password" });
  const webhookHttp = createWebhookHttp(settings);
  const watching = createWatching({ db: pools.people, logger: pino({ level: "silent" }), nowMs });
  // No benchmark watches cameras: its timers would only disturb.
  await watching.stop();
  const parts: Parts = {
    settings,
    db,
    pools,
    tracking: shareMainDatabase(pools),
    replica: undefined,
    release: createRelease(pools.probes),
    jobs,
    events,
    watching,
    storage: createFileStorage(path.join(folder, "objects"), newId),
    tokens: createTokens(settings.jwtSecret, nowMs),
    ai: createAbsentAiService(),
    matchRules: createMatchRules(settings.illegalEscalationConfidence),
    mailer: undefined,
    push: undefined,
    webPush: createWebPush({ ...vapidOf(settings), http: webhookHttp, nowMs }),
    webhookHttp,
    signInProvider: undefined,
    rateLimits: createRateLimitStore(pools.people),
    metrics: createMetrics({ version: "bench" }),
    traces: NO_TRACES,
    isDraining: () => false,
    logger: pino({ level: "error" }),
    nowMs,
    random: Math.random,
    newId,
  };
  await ensureAccounts(parts);
  await ensureCategoryMap(parts);
  await ensureRuleSet(parts);
  return parts;
}
