import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Role } from "@container-inspection/shared-schemas/roles";
import type { Hono } from "hono";
import type { AiService } from "../platform/ai/ai-service.ts";
import { createApp } from "../app.ts";
import { openSession } from "../people/auth/open-session.ts";
import { streamSessions } from "../people/accounts/session-store.ts";
import { createLogger } from "../platform/logging/create-logger.ts";
import { cleanUpLater } from "./clean-up.ts";
import { EDGE_KEY, testSettings, TRUSTED_ORIGIN } from "./app-settings.ts";
import { createTestDatabase, FURNISHED, MIGRATED } from "./database.ts";
import { createLateJobs } from "./late-jobs.ts";
import type { TrackingDatabase } from "../platform/db/tracking-database.ts";
import { createRateLimitStore } from "../platform/rate-limits/rate-limit-store.ts";
import type { Connection } from "../platform/db/connect.ts";
import type { Settings } from "../platform/settings/settings.ts";
import { openEventFeed } from "../journal/events/event-feed.ts";
import type { BodyPace } from "../platform/http/body-steps.ts";
import type { AppEnv } from "../platform/http/context.ts";
import type { RouteDefinition } from "../platform/http/define-route.ts";
import { openJobs } from "../platform/jobs/jobs.ts";
import { createMetrics } from "../platform/metrics/create-metrics.ts";
import { createParts, furnish, type Parts } from "../parts.ts";
import { routes } from "../routes.ts";
import { createFileStorage } from "../platform/storage/file-storage.ts";
import type { ObjectStorage } from "../platform/storage/object-storage.ts";
import { NO_TRACES, type Traces } from "../platform/traces/traces.ts";
import { insertUser } from "../people/accounts/user-store.ts";
import { createWatching } from "../fleet/watching/watching.ts";
import { workers } from "../workers.ts";

export { EDGE_KEY, TRUSTED_ORIGIN };

export type TestUser = { id: string; email: string; token: string; authorization: { Authorization: string } };

export type TestApp = {
  app: Hono<AppEnv>;
  parts: Parts;
  /** Every line logged so far. */
  logLines: string[];
  /** Moves the clock that the app sees. */
  advanceMs: (ms: number) => void;
  /** Creates an account of this role, signs it in, and returns the header that its requests carry. */
  signIn: (role: Role, email?: string) => Promise<TestUser>;
  /** Sends JSON and reads the JSON answer; `body` absent sends none. */
  send: (
    method: string,
    url: string,
    options?: { body?: unknown; headers?: Record<string, string> },
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies of every shape
  ) => Promise<{ status: number; headers: Headers; body: any }>;
};

/**
 * The app as main.ts builds it, on a separate, real database (Postgres unless another is passed in), with pictures in
 * a temporary folder and a clock that only `advanceMs` moves apart from the real one. Jobs wait until the test calls
 * `startWorkers(parts)`. All of it is removed after the file's tests.
 */
export async function createTestApp(
  options: {
    settings?: Partial<Settings>;
    connection?: Connection;
    /** Tracking database; in the database of `connection` by default. */
    tracking?: TrackingDatabase;
    /** None unless given. */
    replica?: Parts["replica"];
    extraRoutes?: RouteDefinition<Parts>[];
    /** Unavailable unless given. */
    ai?: AiService;
    /** Pace at which bodies must arrive, for a test that does not want to wait. */
    pace?: BodyPace;
    /** Files in the temporary folder unless given. */
    storage?: ObjectStorage;
    /** Off unless given. */
    traces?: Traces;
    /** Follows the real time unless false. */
    clockRuns?: boolean;
  } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), "cloud-"));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const isFurnished = !options.connection && !changesAccounts(options.settings);
  const connection = options.connection ?? (await createTestDatabase({ template: isFurnished ? FURNISHED : MIGRATED }));
  let aheadMs = 0;
  const startMs = Date.now();
  const nowMs = () => (options.clockRuns === false ? startMs : Date.now()) + aheadMs;
  const newId = createObjectIdMaker(nowMs);
  const settings: Settings = { ...testSettings(folder), ...options.settings };
  const logLines: string[] = [];
  const logger = createLogger("debug", { write: (line) => logLines.push(line) });
  const kinds = workers.map(({ kind }) => kind);
  const { traces = NO_TRACES } = options;
  const openQueue = () => openJobs(connection.jobSource, { kinds, logger, traces, pollSeconds: 0.5 });
  // The embedded database has one connection: within a transaction, a queue cannot be opened.
  const jobs = "url" in connection.jobSource ? createLateJobs(openQueue) : await openQueue();
  cleanUpLater(() => jobs.stop(5_000));
  const watching = createWatching({ db: connection.pools.people, logger, nowMs });
  cleanUpLater(() => watching.stop());
  const events = await openEventFeed(
    { db: connection.db, logger, nowMs, sessions: streamSessions },
    connection.jobSource,
    { followers: [watching.notices] },
  );
  cleanUpLater(() => events.stop());
  const parts = createParts({
    settings,
    db: connection.db,
    pools: connection.pools,
    tracking: options.tracking,
    replica: options.replica,
    storage: options.storage ?? createFileStorage(path.join(folder, "objects"), newId),
    jobs,
    events,
    watching,
    ai: options.ai,
    rateLimits: createRateLimitStore(connection.db, { deletesExpired: false }),
    metrics: createMetrics({ version: "test" }),
    traces,
    logger,
    nowMs,
    random: Math.random,
    newId,
  });
  cleanUpLater(() => Promise.all([parts.push?.close(), parts.webhookHttp.close()]));
  if (!isFurnished) await furnish(parts);
  const { pace, extraRoutes = [] } = options;
  const app = createApp(parts, [...routes, ...extraRoutes], pace && { pace });
  return {
    app,
    parts,
    logLines,
    advanceMs: (ms) => void (aheadMs += ms),
    signIn: (role, email) => signIn(parts, role, email ?? `${role}-${newId()}@example.com`),
    async send(method, url, { body, headers } = {}) {
      const response = await app.request(url, {
        method,
        headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

/** True for settings that decide which accounts a new database gets. */
const changesAccounts = (settings: Partial<Settings> = {}) =>
  ["adminEmail", "adminPassword", "edgeDefaultUserEmail"].some((name) => name in settings);

async function signIn(parts: Parts, role: Role, email: string): Promise<TestUser> {
  const user = { id: parts.newId(), email, name: null, role, passwordHash: null, createdAt: new Date(parts.nowMs()) };
  await insertUser(parts.db, user);
  // As with a provider: the sign-in requirements of a role are tested with real sign-ins.
  const origin = { signedInWith: "provider", userAgent: null, address: null } as const;
  const token = await openSession(parts, parts.db, user, origin);
  return { id: user.id, email, token, authorization: { Authorization: `Bearer ${token}` } };
}
