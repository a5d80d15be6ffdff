import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import { createHttpClient } from "./http-client.ts";

/*
 * Runs in a network of its own, whose only name server is this program: posts to names whose addresses change between
 * two look-ups, and prints what each post got and which addresses were connected to.
 */

const PUBLIC = "93.184.216.34";
const PORT = 8080;
const A = 1;
const AAAA = 28;
const CNAME = 5;

type Answer = { type: number; data: Buffer };
const a = (address: string): Answer => ({ type: A, data: Buffer.from(address.split(".").map(Number)) });
const loopback6: Answer = { type: AAAA, data: Buffer.from("00000000000000000000000000000001", "hex") };

/** The addresses of each name at its first, second … look-up, in turn. */
const zone: Record<string, Answer[][]> = {
  "steady.example.com": [[a(PUBLIC)]],
  "turns.example.com": [[a(PUBLIC)], [a("127.0.0.1")]],
  "turns-back.example.com": [[a("127.0.0.1")], [a(PUBLIC)]],
  "both.example.com": [[a(PUBLIC), a("127.0.0.1")]],
  "six.example.com": [[a(PUBLIC), loopback6]],
  "alias.example.com": [[{ type: CNAME, data: encodeName("inside.example.com") }, a("127.0.0.1")]],
};

function encodeName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 5 };
}

async function serveNames(): Promise<void> {
  const asked = new Map<string, number>();
  const socket = createSocket("udp4").bind(53, "127.0.0.1");
  socket.on("message", (query, from) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end - 4);
    const turns = zone[name] ?? [[]];
    const count = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, count + 1);
    const answers = (turns[count % turns.length] ?? []).filter((each) => each.type === type || each.type === CNAME);
    const records = answers.map(({ type: kind, data }) => {
      const owner = kind === CNAME || !answers.some((each) => each.type === CNAME) ? name : "inside.example.com";
      const head = Buffer.alloc(10);
      head.writeUInt16BE(kind, 0);
      head.writeUInt16BE(1, 2);
      head.writeUInt16BE(data.length, 8);
      return Buffer.concat([encodeName(owner), head, data]);
    });
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x84, 0, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address);
  });
  await once(socket, "listening");
}

const reached: string[] = [];
for (const host of [PUBLIC, "127.0.0.1", "::1"]) {
  const server = createServer((request, response) => {
    reached.push(`${request.headers.host?.split(":")[0]} at ${host}`);
    response.writeHead(200, { Connection: "close" }).end();
  }).listen(PORT, host);
  await once(server, "listening");
}
await serveNames();
const client = createHttpClient({ maxAnswerBytes: 100, allowPrivateAddresses: false });
const outcomes: Record<string, string[]> = {};
for (const name of Object.keys(zone)) {
  outcomes[name] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const url = `http://${name}:${PORT}/`;
    const { signal } = new AbortController();
    const answer = await client.post({ url, headers: {}, body: "{}", timeoutMs: 30_000, signal });
    outcomes[name].push(answer.kind === "answered" ? String(answer.status) : answer.reason);
  }
}
process.stdout.write(JSON.stringify({ outcomes, reached }));
process.exit(0);
