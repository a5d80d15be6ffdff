// Measures latency from a process of its own, so that what is measured does not delay the measurement: sends a request
// every few milliseconds, and answers each message with the p99 since the message before it.
import { signIn } from "./cloud-program.ts";

const PROBE_MS = 25;
const url = process.argv[2] ?? "";
const token = await signIn(url);
let latenciesMs: number[] = [];

async function ask(): Promise<void> {
  const startMs = performance.now();
  const reply = await fetch(`${url}/v1/containers`, { headers: { Authorization: `Bearer ${token}` } });
  await reply.text();
  if (reply.status !== 200) throw new Error(`the probe was answered ${reply.status}`);
  latenciesMs.push(performance.now() - startMs);
}

setInterval(() => void ask(), PROBE_MS);
process.on("message", () => {
  process.send?.(latenciesMs.toSorted((left, right) => left - right)[Math.floor(latenciesMs.length * 0.99)] ?? 0);
  latenciesMs = [];
});
process.send?.("ready");
