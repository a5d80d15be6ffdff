import type { ApiKey } from "./api-key.ts";
import { proxyAdvice } from "./explain-failure.ts";
import type { Answer } from "./cloud-client.ts";
import { callOnce } from "./cloud-link.ts";
import type { CloudNetwork } from "./open-dispatcher.ts";
import { readRefusal } from "./read-reply.ts";

/** Result of checking this device's key with a cloud. */
type KeyCheck = { ok: true } | { ok: false; message: string; fix: string };
/** `clockOffsetMs`: how far this device's clock is ahead; null when the answer does not state its time. */
export type CloudCheck = KeyCheck & { clockOffsetMs: number | null };

/** Asks the cloud for something that every device may read; nothing is stored there. Never throws. */
export async function checkCloud(parts: {
  /** URL of the cloud without `/v1`. */
  cloudUrl: string;
  apiKey: ApiKey;
  network: CloudNetwork;
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs: () => number;
  timeoutMs: number;
}): Promise<CloudCheck> {
  const { nowMs } = parts;
  return callOnce(parts, async (client, urlOf, signal) => {
    const startedMs = nowMs();
    const answer = await client.get({ url: urlOf("/v1/edge/expected-numbers"), signal });
    if (answer.type === "no-answer") {
      const fix = "check cloud.url, and the network of this machine";
      return { ok: false, message: answer.message, fix, clockOffsetMs: null };
    }
    const { serverMs = null } = answer;
    // The server's time has whole seconds, of some moment between request and answer.
    const middleMs = (startedMs + nowMs()) / 2;
    const clockOffsetMs = serverMs === null ? null : Math.round(middleMs - (serverMs + 500));
    return { ...judge(answer), clockOffsetMs };
  });
}

function judge(answer: Answer & { type: "answer" }): KeyCheck {
  const { message, hasEnvelope } = readRefusal(answer);
  if (answer.status === 407) {
    const { reason, fix } = proxyAdvice(answer.status);
    return { ok: false, message: `${reason} (407)`, fix };
  }
  if (answer.status === 401 || answer.status === 403) {
    const fix = 'run "edge-agent join CODE" with a join code of an administrator, who creates it under Devices';
    return { ok: false, message: `the key is not accepted: ${message}`, fix };
  }
  if (answer.status < 200 || answer.status >= 300) {
    const address = "check cloud.url: it is the address of the cloud without /v1";
    return {
      ok: false,
      message,
      fix: hasEnvelope && answer.status !== 404 ? "check the cloud, then try again" : address,
    };
  }
  if (isSuccess(answer.text)) return { ok: true };
  const fix = "check cloud.url, and for a sign-in page of the network";
  return { ok: false, message: "the answer is not the cloud's", fix };
}

function isSuccess(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "success" in value && value.success === true;
  } catch {
    return false;
  }
}
