import { getEventListeners } from "node:events";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { listen } from "./listen.ts";
import { createTestDatabase } from "../../testing/database.ts";

test("a listener whose connection is lost again and again keeps nothing of the lost ones", async () => {
  const { db, jobSource } = await createTestDatabase();
  const adding = vi.spyOn(EventTarget.prototype, "addEventListener");
  const onListening = vi.fn<() => void>();
  const logger = pino({ level: "silent" });
  const listener = await listen(jobSource, { channels: ["test"], onNotice: () => {}, onListening, logger });
  cleanUpLater(listener.stop);
  for (let connections = 1; connections < 4; connections += 1) {
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'container-inspection-events' and datname = current_database()`);
    await expect.poll(() => onListening, { timeout: 10_000 }).toHaveBeenCalledTimes(connections + 1);
  }
  const signals = adding.mock.contexts.filter((target) => target instanceof AbortSignal);
  adding.mockRestore();
  expect(Math.max(...[...new Set(signals)].map((signal) => getEventListeners(signal, "abort").length))).toBe(1);
});
