import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, inject, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { connectPostgres } from "../../platform/db/connect.ts";
import { takeTurn } from "../../platform/db/take-turn.ts";
import { administer } from "../../testing/database.ts";
import { createEmptyDatabase } from "../../testing/processes.ts";
import { explainStartFailure } from "./start-failure.ts";

/** Returns the message that a person reads when the service starts on this database. */
async function failureOn(url: URL): Promise<string> {
  const failure = await connectPostgres(url.href, pino({ level: "silent" })).then(
    () => "it started",
    (error: unknown) => error,
  );
  return explainStartFailure(failure);
}

test("a database that cannot be used is explained, with what to do", async () => {
  const role = `guest_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = inject("postgresUrl");
  await administer(server, `create role ${role} login password 'right'`);
  cleanUpLater(() => administer(server, `drop role ${role}`));
  const url = new URL(await createEmptyDatabase());
  Object.assign(url, { username: role, password: "right" });
  expect(await failureOn(url)).toMatch(/may not create the tables \(permission denied .+\)\. Make it the owner/);
  url.password = "wrong";
  expect(await failureOn(url)).toContain("refused the user or password");
  const other = new URL(server);
  other.pathname = "/not_there";
  expect(await failureOn(other)).toContain("does not exist");
  other.port = "1";
  expect(await failureOn(other)).toContain("does not answer");
});

test("a server without the extension that searches need is reported by its name, and nothing is changed", async () => {
  const url = new URL(await createEmptyDatabase());
  await administer(url.href, `alter database ${url.pathname.slice(1)} set extension_control_path = '/nowhere'`);
  expect(await failureOn(url)).toMatch(
    /needs the PostgreSQL extension pg_trgm, .+ is not available\)\. Install the contrib/,
  );
});

/** Waits until the server lists the process of a connection no longer: it has reported its end before. */
const hasLeft = (url: string, pid: string) =>
  expect.poll(() => administer(url, `select pid from pg_stat_activity where pid = ${pid}`)).toEqual([]);

test("a database that is lost between two statements of the start is explained, and ends no process by itself", async () => {
  const url = await createEmptyDatabase();
  const failure: unknown = await takeTurn(url, async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
    const pid = String(rows[0]?.["pid"]);
    await administer(url, `select pg_terminate_backend(${pid})`);
    await hasLeft(url, pid);
    await tx.execute(sql`select 1`);
  }).catch((error: unknown) => error);
  expect(explainStartFailure(failure)).toMatch(
    /^The database of DATABASE_URL was lost during the start \(.+\)\. Start/,
  );
});
