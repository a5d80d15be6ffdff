import { setTimeout as delay } from "node:timers/promises";
import { backoff } from "@container-inspection/shared-schemas/backoff";
import type { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import type { Logger } from "../logging/logger.ts";
import type { JobSource } from "./connect.ts";

export type Notices = {
  /** Plain lower-case names. */
  channels: readonly string[];
  /** Called in the order of the commits. */
  onNotice: (channel: string, payload: string) => void;
  /** Called each time that listening begins: notices sent before were not received. */
  onListening: () => void;
  logger: Logger;
};

export type NoticeListener = {
  /** Resolves once no further notice arrives. */
  stop: () => Promise<void>;
};

const RETRY_MS = { min: 100, max: 5_000 };
/** Interval in ms at which the connection is probed, and time limit for the reply. */
const PROBE_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Receives the notifications that transactions send with `pg_notify`, on a separate connection, and reconnects when it
 * is lost. Resolves once it listens.
 */
export async function listen(source: JobSource, notices: Notices): Promise<NoticeListener> {
  return "url" in source ? listenOnPostgres(source.url, notices) : listenOnEmbedded(source.pglite, notices);
}

async function listenOnPostgres(url: string, notices: Notices): Promise<NoticeListener> {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  const keepListening = async () => {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      await holdConnection(url, notices, stopping.signal, () => {
        failures = 0;
        first.resolve();
      });
      const waitMs = backoff(Math.max(1, failures), RETRY_MS);
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    first.resolve();
  };
  const running = keepListening();
  await first.promise;
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Listens on one connection until it is lost or `signal` aborts. */
async function holdConnection(url: string, notices: Notices, signal: AbortSignal, onOpen: () => void): Promise<void> {
  const { channels, onNotice, onListening, logger } = notices;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: PROBE_TIMEOUT_MS,
    keepAlive: true,
    application_name: "container-inspection-events",
  });
  const over = Promise.withResolvers<unknown>();
  const abort = () => over.resolve(undefined);
  client.on("error", over.resolve).on("end", () => over.resolve(undefined));
  client.on("notification", ({ channel, payload }) => onNotice(channel, payload ?? ""));
  signal.addEventListener("abort", abort);
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onOpen();
    onListening();
    probe = setInterval(() => void client.query("select 1").catch(over.resolve), PROBE_MS);
    const why = await over.promise;
    if (!signal.aborted) logger.warn({ err: why }, "the connection for live events was lost; reconnecting");
  } catch (error) {
    logger.warn({ err: error }, "cannot listen for live events; retrying");
  } finally {
    clearInterval(probe);
    signal.removeEventListener("abort", abort);
    await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })]);
  }
}

async function listenOnEmbedded(pglite: PGlite, { channels, onNotice, onListening }: Notices): Promise<NoticeListener> {
  const ends: (() => Promise<void>)[] = [];
  for (const channel of channels) ends.push(await pglite.listen(channel, (payload) => onNotice(channel, payload)));
  onListening();
  return {
    async stop() {
      for (const end of ends) await end();
    },
  };
}
