import type { Clock } from "./clock.ts";
import type { Logger } from "./logging/logger.ts";
import type { AiService } from "./ai/ai-service.ts";
import type { Database } from "./db/database.ts";
import type { DatabasePools } from "./db/pools.ts";
import type { ReadReplica } from "./db/read-replica.ts";
import type { TrackingDatabase } from "./db/tracking-database.ts";
import type { Release } from "./db/release.ts";
import type { RateLimitStore } from "./http/rate-limit.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import type { Settings } from "./settings/settings.ts";
import type { ObjectStorage } from "./storage/object-storage.ts";
import type { Traces } from "./traces/traces.ts";

/** Parts that every room may use. The rooms above add their own parts; `createParts` creates all of them. */
export type PlatformParts = {
  settings: Settings;
  /** Decides if this process may still work on its database. */
  release: Release;
  /** The pool of a route's callers (`mountRoutes` chooses it); that of background work everywhere else. */
  db: Database;
  pools: DatabasePools;
  /** Database of tracking events; not `db` if they have a separate one. */
  tracking: TrackingDatabase;
  /** Replica that routes with `readsReplica` read; undefined if the settings name none. */
  replica: ReadReplica | undefined;
  storage: ObjectStorage;
  jobs: Jobs;
  ai: AiService;
  rateLimits: RateLimitStore;
  metrics: Metrics;
  /** `NO_TRACES` unless the settings name a collector. */
  traces: Traces;
  /** True once the process is stopping: load balancers are asked to leave before it refuses requests. */
  isDraining: () => boolean;
  logger: Logger;
  nowMs: Clock;
  /** Creates an object identifier. */
  newId: () => string;
};

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof PlatformParts> = Pick<PlatformParts, Key>;
