import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../power-cut/random.ts";

export const NETWORK_FAULTS = [
  "refuse", "black-hole", "cut-request", "cut-reply", "truncate-reply", "drip-reply", "portal", "redirect",
  "bad-gateway", "unavailable", "too-many", "replay", "reorder", "slow-request",
] as const; // prettier-ignore
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

type Reply = { status: number; headers: Record<string, string>; body: Buffer };
const page = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "content-type": "text/html", ...headers },
  body: Buffer.from(body),
});
const CANNED: Partial<Record<NetworkFault, Reply>> = {
  portal: page(200, "<html>Sign in to the network</html>"),
  redirect: page(302, "", { location: "http://127.0.0.1:9/portal" }),
  "bad-gateway": page(502, "<html>Bad Gateway</html>"),
  unavailable: page(503, "<html>Service Unavailable</html>", { "retry-after": "1" }),
  "too-many": page(429, "<html>Too Many Requests</html>", { "retry-after": "1" }),
};

/**
 * A load balancer in front of the processes of the cloud, with a bad line to it: each request goes to one process, or to
 * the other when that one is down, and meets the fault that is set, as often as `share` states.
 */
export async function startFaultyBalancer(upstreams: readonly string[], random: Random) {
  let fault: NetworkFault | null = null;
  let share = 0;
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const met = fault !== null && random.chance(share) ? fault : null;
    if (met === "refuse") return void incoming.socket.destroy();
    if (met === "black-hole") return;
    if (met === "slow-request") await sleep(random.below(1_500));
    const body = await buffer(incoming);
    if (met === "cut-request") return void incoming.socket.destroy();
    const canned = met && CANNED[met];
    if (canned) return void outgoing.writeHead(canned.status, canned.headers).end(canned.body);
    if (met === "reorder") await sleep(random.below(2_000));
    const copy = met === "replay" ? forward(incoming, body) : undefined;
    const [reply] = await Promise.all([forward(incoming, body), copy?.catch(() => undefined)]);
    if (met === "cut-reply") incoming.socket.destroy();
    else await answer(reply, met, outgoing);
  };
  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Reply> => {
    turn += 1;
    const first = turn % upstreams.length;
    const order = [...upstreams.slice(first), ...upstreams.slice(0, first)];
    for (const upstream of order) {
      const reply = await send(new URL(incoming.url ?? "/", upstream), incoming, body).catch(
        (error: Error & { code?: string }) => {
          if (error.code !== "ECONNREFUSED") throw error;
        },
      );
      if (reply) return reply;
    }
    return page(502, "<html>No process answers</html>");
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  return {
    url: `http://127.0.0.1:${port}`,
    set(next: NetworkFault | null, nextShare = 1) {
      fault = next;
      share = nextShare;
      // Connections that wait for an answer which never comes end as well.
      server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a reply, truncated or slowed down by the network fault. */
async function answer(
  { status, headers, body }: Reply,
  met: NetworkFault | null,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, headers);
  if (met === "truncate-reply") {
    outgoing.write(body.subarray(0, 20), () => outgoing.destroy());
    return;
  }
  const dripped = met === "drip-reply" ? 60 : 0;
  for (const byte of body.subarray(0, dripped)) {
    outgoing.write(Buffer.of(byte));
    await sleep(1);
  }
  outgoing.end(body.subarray(dripped));
}

function send(url: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = openRequest(url, { method, headers: { ...headers, host: url.host }, agent: false }, (answer) => {
      const { "content-type": type = "", "retry-after": wait } = answer.headers;
      const kept = { "content-type": type, ...(wait === undefined ? {} : { "retry-after": wait }) };
      buffer(answer).then((read) => resolve({ status: answer.statusCode ?? 502, headers: kept, body: read }), reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
