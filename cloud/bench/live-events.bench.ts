// What 2,000 idle streams of live events cost in memory, beside as many of bare streamSSE. Each server is a process of
// its own that is measured after a garbage collection, without and with the streams. Run: node
// cloud/bench/live-events.bench.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSession } from "../src/people/auth/open-session.ts";
import { NO_ORIGIN } from "../src/people/accounts/session-store.ts";
import { insertUser } from "../src/people/accounts/user-store.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { createBenchParts } from "./parts.ts";

const STREAMS = 2_000;
const STREAMS_PER_PERSON = 20;
const RUNS = 3;

type Memory = { rss: number; heap: number };

const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
try {
  await withPostgres(async (open) => {
    const database = await open();
    if (!("url" in database.jobSource)) throw new Error("this benchmark needs Postgres");
    const { url } = database.jobSource;
    const tokens = await makeTokens(database);
    console.log(`${STREAMS} idle streams, growth over the process without them:`);
    for (let run = 1; run <= RUNS; run += 1) {
      const bare = await measure("bare", [], tokens);
      const product = await measure("product", [url, folder], tokens);
      const ratio = (name: keyof Memory) => (product[name] / bare[name]).toFixed(2);
      console.log(
        `run ${run}: bare ${show(bare)}; product ${show(product)}; ratio rss ${ratio("rss")}, heap ${ratio("heap")}`,
      );
    }
    console.log("at most 1.25 is asked for");
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Creates one token for each user that the streams need; the number of streams per user is limited. */
async function makeTokens(database: BenchDatabase): Promise<string[]> {
  const parts = await createBenchParts(database, folder);
  const tokens: string[] = [];
  for (let count = 0; count < STREAMS / STREAMS_PER_PERSON; count += 1) {
    const [id, createdAt] = [parts.newId(), new Date()];
    const user = {
      id,
      email: `${id}@example.com`,
      name: null,
      role: "operator" as const,
      passwordHash: null,
      createdAt,
    };
    await insertUser(parts.db, user);
    tokens.push(await openSession(parts, parts.db, user, NO_ORIGIN));
  }
  return tokens;
}

/** Measures the memory that the streams add to a server. */
async function measure(kind: "bare" | "product", args: string[], tokens: readonly string[]): Promise<Memory> {
  const file = path.join(import.meta.dirname, "live-events-server.ts");
  const server = fork(file, [kind, ...args], { execArgv: ["--expose-gc"] });
  const ask = async (question: string): Promise<Record<string, number>> => {
    server.send(question);
    const [answer] = await once(server, "message");
    return answer;
  };
  const sockets: Socket[] = [];
  try {
    await once(server, "message");
    const { port = 0 } = await ask("port");
    // Whatever the first requests load and compile belongs to the process, not to the streams.
    for (let count = 0; count < 50; count += 1) (await openStream(port, tokens[count % tokens.length] ?? "")).destroy();
    const { rss: rssBefore = 0, heap: heapBefore = 0 } = await ask("memory");
    for (const token of tokens) {
      const ofOne = Array.from({ length: STREAMS_PER_PERSON }, () => openStream(port, token));
      sockets.push(...(await Promise.all(ofOne)));
    }
    const { rss = 0, heap = 0 } = await ask("memory");
    return { rss: rss - rssBefore, heap: heap - heapBefore };
  } finally {
    for (const socket of sockets) socket.destroy();
    server.kill();
    await once(server, "exit");
  }
}

/** Resolves once the stream has answered. */
async function openStream(port: number, token: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const [first] = await once(socket, "data");
  if (!String(first).startsWith("HTTP/1.1 200")) throw new Error(`no stream: ${String(first)}`);
  socket.on("data", () => {});
  return socket;
}

function show({ rss, heap }: Memory): string {
  return `rss ${(rss / 1e6).toFixed(1)} MB, heap ${(heap / 1e6).toFixed(1)} MB`;
}
