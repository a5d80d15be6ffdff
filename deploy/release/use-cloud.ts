// node use-cloud.ts EMAIL PASSWORD EDGE_API_KEY PICTURE: signs in at a cloud on port 3001 of this machine, delivers a scan
// as a device does, reads it back as the user, and opens the web console. Imports nothing but Node.js, because it runs on
// a machine that has only a release.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const CLOUD = "http://127.0.0.1:3001";
const [email = "", password = "", apiKey = "", file = ""] = process.argv.slice(2);
const picture = readFileSync(file);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function ask(route: string, init?: RequestInit): Promise<Response> {
  const reply = await fetch(`${CLOUD}${route}`, init);
  if (!reply.ok) throw new Error(`${route} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

/** The data of a reply. */
async function read<Data>(route: string, init?: RequestInit): Promise<Data> {
  const reply: { data: Data } = JSON.parse(await (await ask(route, init)).text());
  return reply.data;
}

const json = { "content-type": "application/json" };
const credentials = { method: "POST", headers: json, body: JSON.stringify({ email, password }) };
const { token } = await read<{ token: string }>("/v1/user/auth/email/login", credentials);
const user = { headers: { authorization: `Bearer ${token}` } };
const me = await read<{ role: string; email: string }>("/v1/user/me", user);
await ask("/v1/edge/containers/CSQU3054383/scans/category", {
  method: "POST",
  headers: { ...json, "x-api-key": apiKey, "idempotency-key": crypto.randomUUID() },
  body: JSON.stringify({
    detections: [{ class_name: "carton", confidence: 0.9 }],
    image: picture.toString("base64"),
    camera_id: "gate-1-top",
    device_id: "gate-1",
    timestamp: new Date().toISOString(),
  }),
});
type List = { items: { id: string }[] };
const containers = await read<List>("/v1/containers", user);
const id = containers.items[0]?.id;
const scans = await read<List>(`/v1/containers/${id}/scans`, user);
const newest = scans.items[0]?.id;
const kept = new Uint8Array(await (await ask(`/v1/containers/${id}/scans/${newest}/image`, user)).arrayBuffer());
const page = await (await ask("/app/")).text();
const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "/app/assets/missing.js";
const length = (await (await ask(script)).text()).length;
console.log(`${me.role} ${me.email}, ${scans.items.length} scans of ${containers.items.length} container`);
console.log(
  `picture ${sha256(kept) === sha256(picture) ? "equal" : "different"}, console script of ${length} characters`,
);
