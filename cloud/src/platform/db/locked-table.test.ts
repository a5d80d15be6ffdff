import { Client } from "pg";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { DEFAULT_TIMEOUTS } from "./pools.ts";
import { createTestDatabase } from "../../testing/database.ts";

test("a locked table costs what needs it 503s, and takes no connection from reads, sign-ins and probes", async () => {
  const connection = await createTestDatabase({ timeouts: { ...DEFAULT_TIMEOUTS, lockMs: 1_000 } });
  const cloud = await createTestApp({ connection });
  const { scan } = edgeSender(cloud);
  const { authorization: headers } = await cloud.signIn("operator");
  const body = await scanBody();
  const blocker = new Client({ connectionString: connection.url });
  await blocker.connect();
  cleanUpLater(() => blocker.end());
  await blocker.query("begin; lock table scans in access exclusive mode");

  const replies: { status: number; retryAfter: string | null }[] = [];
  const refusals = () => replies.filter(({ status }) => status === 503);
  // More than one for each sender: waits for the lock end, and the connections go to the next.
  const isShown = () => refusals().length > 12;
  const send = async (sender: number) => {
    for (let turn = 0; !isShown(); turn += 1) {
      const reply = await scan("MSKU1234565", body, { "Idempotency-Key": `${sender}-${turn}` });
      replies.push({ status: reply.status, retryAfter: reply.headers.get("Retry-After") });
    }
  };
  const senders = Promise.all(Array.from({ length: 12 }, (_, sender) => send(sender)));
  const login = { email: "admin@localhost", password: "a long enough password" };
  let rounds = 0;
  for (; !isShown(); rounds += 1) {
    expect(await cloud.send("GET", "/v1/containers", { headers })).toMatchObject({ status: 200 });
    expect(await cloud.send("POST", "/v1/user/auth/email/login", { body: login })).toMatchObject({ status: 200 });
    await expect.poll(() => cloud.send("GET", "/ready")).toMatchObject({ status: 200 });
  }
  expect(rounds).toBeGreaterThan(3);
  // What began to wait before the lock went may still be refused, or pass.
  await blocker.query("rollback");
  await senders;
  expect(refusals().map(({ retryAfter }) => retryAfter)).toEqual(refusals().map(() => "5"));
  expect(replies.filter(({ status }) => status !== 503 && status !== 200)).toEqual([]);
  expect(await scan("MSKU1234565", body, { "Idempotency-Key": "0-0" })).toMatchObject({ status: 200 });
});
