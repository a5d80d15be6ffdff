import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fewOrMany } from "../../../../deploy/testing/few-or-many.ts";

/** Larger than any process id that a system assigns. */
const UNUSED_PID = 2 ** 30;
const ROUNDS = fewOrMany(6, 20);
const PROCESSES = 4;
const script = `
  const { lockFolder } = await import(process.argv[2]);
  let unlock;
  process.on("message", ({ folder }) => {
    if (folder === undefined) { unlock?.(); unlock = undefined; return process.send("released"); }
    try { unlock = lockFolder(folder); process.send("held"); } catch (error) { process.send(error.message); }
  });
  process.send("ready");
`;

let root = "";
let children: ChildProcess[] = [];
const answerOf = async (child: ChildProcess) => String((await once(child, "message"))[0]);
/** Sends the message to all processes at the same time and returns their answers. */
const all = async (message: object) => {
  const answers = children.map(answerOf);
  for (const child of children) child.send(message);
  return Promise.all(answers);
};

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "lock-"));
  const file = path.join(root, "racer.mjs");
  writeFileSync(file, script);
  const source = path.join(import.meta.dirname, "lock-folder.ts");
  children = Array.from({ length: PROCESSES }, () => fork(file, [source], { stdio: "inherit" }));
  await Promise.all(children.map(answerOf));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

test("at most one of several processes takes the stale lock of one that has ended, and it can be taken again", async () => {
  let held = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = path.join(root, "database");
    rmSync(`${folder}.lock`, { recursive: true, force: true });
    mkdirSync(`${folder}.lock`);
    for (const start of [1, 2]) writeFileSync(path.join(`${folder}.lock`, `${UNUSED_PID}-${start}`), "");
    const answers = await all({ folder });
    const holders = answers.filter((answer) => answer === "held").length;
    const refused = answers.filter((answer) => answer.includes("is in use by process")).length;
    expect([round, holders <= 1, holders + refused, answers]).toEqual([round, true, PROCESSES, answers]);
    held += holders;
    await all({});
  }
  expect(held).toBeGreaterThan(ROUNDS / 2);
});

test("a process that is killed leaves a lock that the next one takes over", async () => {
  const folder = path.join(root, "killed");
  const [child, next] = children as [ChildProcess, ChildProcess];
  child.send({ folder });
  expect(await answerOf(child)).toBe("held");
  next.send({ folder });
  expect(await answerOf(next)).toContain(`in use by process ${child.pid}`);
  child.kill("SIGKILL");
  await once(child, "exit");
  children = children.filter((other) => other !== child);
  next.send({ folder });
  expect(await answerOf(next)).toBe("held");
  expect(readdirSync(`${folder}.lock`)).toHaveLength(1);
  expect(existsSync(folder)).toBe(false);
});
