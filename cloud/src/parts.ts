import type { AiService } from "./ai/ai-service.ts";
import type { Logger } from "pino";
import type { SignInProvider } from "./auth/sign-in-provider.ts";
import type { Tokens } from "./auth/tokens.ts";
import type { CategoryMaps } from "./category-map/category-maps.ts";
import type { Database } from "./db/connect.ts";
import type { DatabasePools } from "./db/pools.ts";
import type { Release } from "./db/release.ts";
import type { Settings } from "./env.ts";
import type { EventFeed } from "./events/event-feed.ts";
import type { RateLimitStore } from "./http/rate-limit.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { HttpClient } from "./outbound/http-client.ts";
import type { PushService } from "./push/push-service.ts";
import type { ObjectStorage } from "./storage/object-storage.ts";

/** Everything the routes are built from: handed in once, by main.ts or by a test, and reached for nowhere else. */
export type Parts = {
  settings: Settings;
  /** Whether this process may still work on its database. */
  release: Release;
  /** A route gets the pool of its callers here (`mountRoutes`), everything else that of background work. */
  db: Database;
  pools: DatabasePools;
  storage: ObjectStorage;
  tokens: Tokens;
  jobs: Jobs;
  events: EventFeed;
  ai: AiService;
  categoryMaps: CategoryMaps;
  /** Undefined without a mail server. */
  mailer: Mailer | undefined;
  /** Undefined without a service account: notices to mobile devices are written down, and not sent. */
  push: PushService | undefined;
  /** Carries events to webhooks. */
  webhookHttp: HttpClient;
  /** Undefined when sign-in with a provider is not set up. */
  signInProvider: SignInProvider | undefined;
  rateLimits: RateLimitStore;
  metrics: Metrics;
  /** True once the process is stopping: load balancers are told to leave before it takes no more requests. */
  isDraining: () => boolean;
  logger: Logger;
  /** Milliseconds since the Unix epoch. */
  nowMs: () => number;
  /** Makes an object identifier. */
  newId: () => string;
};
