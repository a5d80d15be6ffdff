// The five requests that matter most, against a peer: three routes as an experienced Python team would write them, with
// FastAPI, SQLAlchemy and Pillow, without receipts, audit, visits, events, match and thumbnails. Prints requests per
// second, their ratio, and the processor time of a request. Run: npm run bench, or node cloud/bench/peer.bench.ts
// [request]. Needs Python 3.11 or later, and PyPI the first time.
import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { Client } from "pg";
import sharp from "sharp";
import { Pool } from "undici";
import { type Cloud, signIn, withCloud } from "./cloud-program.ts";
import { median } from "./median.ts";
import { EDGE_KEY } from "./parts.ts";
import { type Peer, startPeer } from "./peer/start-peer.ts";
import { processorMs } from "../../deploy/bench/process-figures.ts";

/** The peer's own key, which stands in its code. */
const PEER_KEY = "k".repeat(40);
const ROUNDS = 5;
const ROUND_MS = 4_000;
const NUMBERS = 1_000;

type Side = "ours" | "peer";
type Program = Pick<Cloud, "url" | "program">;
type Request = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: Buffer | string };
type Work = {
  name: string;
  connections: number;
  /** At least this ratio is wanted. */
  wanted: number;
  make: (side: Side) => Request;
};
type Round = { perSecond: number; programMs: number; databaseMs: number };

const asked = process.argv.slice(2).join(" ");

await withCloud(async (cloud) => {
  const client = new Client({ connectionString: cloud.databaseUrl });
  await client.connect();
  await client.query("create database peer");
  const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid', 0, 20) as file");
  const databasePid = Number.parseInt(rows[0]?.file ?? "", 10);
  await client.end();
  const peer = await startPeer(cloud.databaseUrl.replace(/[^/]+$/, "peer"), path.join(cloud.folder, "peer"));
  try {
    const results = [];
    for (const work of await listWork(cloud, peer))
      if (work.name.includes(asked)) results.push(await compare(work, { ours: cloud, peer }, databasePid));
    console.table(results);
  } finally {
    peer.program.kill();
  }
});

/** Loads both sides in turns, so that whatever else the machine does falls on both. Round 0 warms up. */
async function compare(work: Work, programs: Record<Side, Program>, databasePid: number) {
  const rounds: Record<Side, Round[]> = { ours: [], peer: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of ["ours", "peer"] as const) {
      const result = await measure(work, side, programs[side], databasePid);
      if (round > 0) rounds[side].push(result);
    }
  const { ours, peer: theirs } = rounds;
  const ratios = ours.map(({ perSecond }, at) => perSecond / (theirs[at]?.perSecond ?? Number.NaN));
  const of = (side: Side, figure: keyof Round) => median(rounds[side].map((round) => round[figure]));
  return {
    request: work.name,
    "ours/s": of("ours", "perSecond").toFixed(0),
    "peer/s": of("peer", "perSecond").toFixed(0),
    ratio: median(ratios).toFixed(2),
    rounds: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    wanted: work.wanted.toFixed(1),
    "cloud + Postgres, ms": `${of("ours", "programMs").toFixed(2)} + ${of("ours", "databaseMs").toFixed(2)}`,
    "peer + Postgres, ms": `${of("peer", "programMs").toFixed(2)} + ${of("peer", "databaseMs").toFixed(2)}`,
  };
}

async function measure(
  { connections, make }: Work,
  side: Side,
  { url, program }: Program,
  databasePid: number,
): Promise<Round> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const count = () => ({
    programMs: processorMs(program.pid ?? 0),
    databaseMs: processorMs(databasePid),
  });
  const before = count();
  const startMs = performance.now();
  let sent = 0;
  const send = async () => {
    while (performance.now() - startMs < ROUND_MS) {
      const { statusCode, body } = await pool.request(make(side));
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${side} answered ${statusCode}: ${text.slice(0, 500)}`);
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - startMs) / 1_000;
  const after = count();
  await pool.close();
  return {
    perSecond: sent / seconds,
    programMs: (after.programMs - before.programMs) / sent,
    databaseMs: (after.databaseMs - before.databaseMs) / sent,
  };
}

async function listWork(cloud: Cloud, peer: Peer): Promise<Work[]> {
  const [small, middle, large] = [
    await makePicture(56, 42, 1.5),
    await makePicture(450, 338, 1.1),
    await makePicture(2_000, 1_500, 1.25),
  ];
  const token = await signIn(cloud.url);
  const scanOf = (picture: Buffer, made: { objects: number }) => {
    const body = JSON.stringify({
      ...found(made.objects),
      image: picture.toString("base64"),
      camera_id: "c",
      device_id: "d",
    });
    let count = 0;
    return (side: Side): Request => ({
      ...post(side, `/v1/edge/containers/TSTU${1_000_000 + (count++ % NUMBERS)}/scans/category`),
      body,
    });
  };
  const first = scanOf(small, { objects: 20 })("ours");
  const recorded = await fetch(cloud.url + first.path, {
    method: "POST",
    headers: first.headers,
    body: first.body ?? "",
  });
  const id: string = JSON.parse(await recorded.text()).data.containerId;
  let batches = 0;
  const label = ({ length }: Buffer) =>
    `category scan, picture of ${(length / 1_000).toFixed(length < 10_000 ? 1 : 0)} kB`;
  return [
    { name: label(small), connections: 16, wanted: 1, make: scanOf(small, { objects: 5 }) },
    { name: label(middle), connections: 16, wanted: 1.2, make: scanOf(middle, { objects: 5 }) },
    { name: label(large), connections: 4, wanted: 1.5, make: scanOf(large, { objects: 20 }) },
    {
      name: "GET container",
      connections: 16,
      wanted: 5,
      make: (side) => ({
        method: "GET",
        path: `/v1/containers/${side === "ours" ? id : "c1"}`,
        headers: { authorization: `Bearer ${side === "ours" ? token : peer.token}` },
      }),
    },
    {
      name: "stream events, batches of 500",
      connections: 4,
      wanted: 2,
      make: (side) => ({ ...post(side, "/v1/tracking-data/stream-events"), body: makeEvents(batches++) }),
    },
  ];
}

function post(side: Side, to: string): Request {
  const key = side === "ours" ? EDGE_KEY : PEER_KEY;
  const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": randomUUID() };
  return { method: "POST", path: to, headers };
}

/** Detections as a model with masks sends them. */
function found(objects: number) {
  const line = Array.from({ length: 20 }, (_, at) => at);
  const one = { class_name: "carton", confidence: 0.9, polygon: { x: line, y: line }, area_percentage: 1.5 };
  return { detections: Array.from({ length: objects }, () => one) };
}

function makeEvents(batch: number): string {
  const nowMs = Date.now();
  return JSON.stringify({
    device_id: "d",
    camera_id: `c${batch % 4}`,
    session_id: "s",
    events: Array.from({ length: 500 }, (_, at) => ({
      event_id: `e${process.pid}-${batch}-${at}`,
      tracking_id: at % 20,
      class_name: "forklift",
      confidence: 0.5,
      bbox: { x1: 1, y1: 2, x2: 30, y2: 40 },
      event_type: "update",
      timestamp: new Date(nowMs - at * 40).toISOString(),
    })),
  });
}

/** A JPEG of blurred noise, which is as large as a photograph of these pixels. */
function makePicture(width: number, height: number, blur: number): Promise<Buffer> {
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return noise.blur(blur).jpeg({ quality: 80 }).toBuffer();
}
