import type { Received, Sending, Transport } from "../../edge-agent/src/forwarding/link/transport.ts";
import { createRandom, type Random } from "../power-cut/random.ts";
import type { Ledger } from "./ledger.ts";
import { type Fault, type Schedule, seedOf } from "./schedule.ts";
import { type CloudReply, type createCloud, refusal } from "./simulated-cloud.ts";
import type { VirtualTime } from "./virtual-time.ts";

export const FIRST_ADDRESS = "http://cloud";
export const SECOND_ADDRESS = "http://cloud2";

type Exchange = {
  sending: Sending;
  random: Random;
  fault: Fault | null;
  resolve: (received: Received) => void;
  reject: (error: unknown) => void;
};

/** Replies in place of the cloud's, or by the cloud without a look at the record. */
const ANSWERS: Partial<Record<Fault, (key: string | null) => CloudReply | Received>> = {
  portal: () => page(200, "<html>Sign in to the network</html>"),
  "portal-json": () => page(200, '{"success":true}'),
  redirect: () => ({ ...page(302, ""), headers: { location: "http://portal/" } }),
  "bad-gateway": () => page(502, "<html>Bad Gateway</html>"),
  unavailable: (key) => refusal({ key }, 503, "SERVICE_UNAVAILABLE"),
  "too-many": (key) => refusal({ key }, 429, "RATE_LIMIT_EXCEEDED"),
  "request-timeout": (key) => refusal({ key }, 408, "REQUEST_TIMEOUT"),
  "internal-error": (key) => refusal({ key }, 500, "INTERNAL_ERROR"),
  "too-large-for-all": () => page(413, "<html>Request Entity Too Large</html>"),
  "unknown-route": (key) => refusal({ key }, 404, "NOT_FOUND"),
};
/** Error codes that end a request before any reply. */
const ENDS: Partial<Record<Fault, string>> = {
  refused: "ECONNREFUSED",
  unresolved: "ENOTFOUND",
  "reset-before": "ECONNRESET",
};

type NetworkParts = {
  time: VirtualTime;
  schedule: Schedule;
  cloud: ReturnType<typeof createCloud>;
  ledger: Ledger;
};

/** A network between one device and the cloud: it delays, loses, repeats and answers by itself, as the schedule states. */
export function createNetwork(parts: NetworkParts) {
  const { schedule, ledger } = parts;
  const carry = createCarriage(parts);
  // Node.js keeps a signal made of others, and all that its listeners reach, as long as it has listeners.
  const waiting = new Set<() => void>();
  let made = 0;
  /** The transport of one life of the agent: once that has ended, nothing comes back. */
  const createTransport = (life: { isOver: () => boolean }): Transport => ({
    send: (sending) =>
      new Promise((resolve, reject) => {
        made += 1;
        const random = createRandom(seedOf(schedule.seed, 3, made));
        const key = sending.headers["idempotency-key"];
        ledger.requests.send(key, sending.body ?? Buffer.alloc(0));
        const onAbort = () => reject(sending.signal.reason);
        const end = () => {
          sending.signal.removeEventListener("abort", onAbort);
          waiting.delete(end);
        };
        sending.signal.addEventListener("abort", onAbort);
        waiting.add(end);
        carry.begin({
          sending,
          random,
          fault: chooseFault(parts, sending, random),
          reject(error) {
            end();
            if (!life.isOver()) reject(error);
          },
          resolve(received) {
            end();
            if (life.isOver()) return;
            ledger.parking.answer(key ?? "", received.status, received.text.startsWith('{"success":false'));
            resolve(received);
          },
        });
      }),
    close: async () => undefined,
  });
  /** Ends all that waits for an answer. */
  const close = () => {
    for (const end of waiting) end();
  };
  return { createTransport, copiesUnderWay: carry.copiesUnderWay, close };
}

/** Returns the fault that one request meets; null for none. */
function chooseFault({ schedule, time }: NetworkParts, sending: Sending, random: Random): Fault | null {
  if (refusesForSize(sending, schedule, time)) return "too-large-for-all";
  const nowMs = time.nowMs();
  const active = schedule.weather.filter(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  const met = active.find(({ share }) => random.chance(share))?.fault ?? null;
  // The second address is reached another way.
  return sending.url.startsWith(`${FIRST_ADDRESS}/`) || met === "late-copy" ? met : null;
}

/** Carries requests to the cloud and replies back. */
function createCarriage({ time, cloud }: NetworkParts) {
  let copies = 0;
  const delayMs = (random: Random, fault: Fault | null) => 1 + random.below(fault === "slow" ? 70_000 : 150);
  /** The request arrives at the cloud. */
  const arrive = ({ sending, random, fault }: Exchange, onReply: (reply: CloudReply) => void, onLost: () => void) => {
    const { url, headers, body = Buffer.alloc(0) } = sending;
    const request = {
      path: new URL(url).pathname,
      apiKey: headers["x-api-key"] ?? "",
      key: headers["idempotency-key"] ?? null,
      body,
      fault: fault === "conflict" || fault === "uncertain-commit" ? fault : null,
    };
    cloud.receive(request, random.below(2), onReply, onLost);
  };
  const sendCopy = (exchange: Exchange, afterMs: number) => {
    copies += 1;
    const done = () => void (copies -= 1);
    time.timers.after(afterMs, () => arrive(exchange, done, done));
  };
  /** Returns the reply, or the part of it that the fault leaves. */
  const comeBack = ({ fault, random, resolve, reject }: Exchange, reply: CloudReply): void => {
    if (fault === "lost-reply") return;
    if (fault === "reset-after-effect") return reject(failure("ECONNRESET"));
    const received = toReceived(reply);
    if (fault === "truncated-reply") received.text = received.text.slice(0, random.below(received.text.length));
    resolve(received);
  };
  const goOn = (exchange: Exchange) => {
    const { random, fault, reject } = exchange;
    if (fault === "replayed") sendCopy(exchange, delayMs(random, null));
    if (fault === "late-copy") sendCopy(exchange, random.below(10 * 60_000));
    const onReply = (reply: CloudReply) => {
      time.timers.after(delayMs(random, fault), () => comeBack(exchange, reply));
    };
    const onLost = () => void time.timers.after(1, () => reject(failure("UND_ERR_SOCKET")));
    time.timers.after(delayMs(random, fault), () => arrive(exchange, onReply, onLost));
  };
  return {
    copiesUnderWay: () => copies,
    begin(exchange: Exchange): void {
      const { random, fault, sending, resolve, reject } = exchange;
      const code = fault && ENDS[fault];
      const canned = fault && ANSWERS[fault]?.(sending.headers["idempotency-key"] ?? null);
      if (fault === "black-hole") return;
      if (code) time.timers.after(random.below(200), () => reject(failure(code)));
      else if (canned) time.timers.after(delayMs(random, null), () => resolve(toReceived(canned)));
      else goOn(exchange);
    },
  };
}

/** A proxy on the way takes no large body, until it is set up better. */
function refusesForSize({ url }: Sending, { upgradeAtMs }: Schedule, time: VirtualTime): boolean {
  return url.includes("/TOOLARGE/") && (upgradeAtMs === null || time.nowMs() < upgradeAtMs);
}

const page = (status: number, text: string): Received => ({ status, headers: {}, text });
const failure = (code: string): Error => Object.assign(new Error("the connection failed"), { code });

function toReceived(reply: CloudReply | Received): Received {
  if ("text" in reply) return { ...reply };
  return { status: reply.status, headers: reply.headers ?? {}, text: JSON.stringify(reply.body) };
}
