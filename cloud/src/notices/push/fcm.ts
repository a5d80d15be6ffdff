import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { createHttpClient } from "../../platform/outbound/http-client.ts";
import { createAccessTokens } from "./access-token.ts";
import { composeFcmMessage } from "./compose-message.ts";
import type { PushOutcome, PushService } from "./push-service.ts";
import { readFcmError, readJson } from "./read-answer.ts";
import type { ServiceAccount } from "../../platform/settings/service-account.ts";

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;

const sent = z.object({ name: z.string().min(1) });

export type FcmParts = {
  account: ServiceAccount;
  /** URL without a trailing slash. */
  url: string;
  nowMs: Clock;
};

/**
 * Sends through Firebase Cloud Messaging's HTTP v1 API. A message counts as sent only if the answer confirms it in
 * JSON; a refused access token is replaced once.
 */
export function createFcm({ account, url, nowMs }: FcmParts): PushService {
  const http = createHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES, allowPrivateAddresses: true });
  const tokens = createAccessTokens(account, http, nowMs);
  const address = `${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;

  async function post(body: string, signal: AbortSignal): Promise<PushOutcome | "unauthenticated"> {
    const access = await tokens.get();
    if (access.kind === "none") return { kind: "later", reason: access.reason, askedSeconds: access.waitSeconds };
    const headers = { Authorization: `Bearer ${access.token}` };
    const answer = await http.post({ url: address, headers, body, timeoutMs: TIMEOUT_MS, signal });
    if (answer.kind === "unreachable") return { kind: "later", reason: answer.reason };
    if (answer.status === 200 && readJson(sent, answer.text)) return { kind: "delivered" };
    const outcome = readFcmError(answer, nowMs());
    if (outcome === "unauthenticated") tokens.forget(access.token);
    return outcome;
  }

  return {
    async send(message, signal) {
      const body = JSON.stringify(composeFcmMessage(message, nowMs()));
      const first = await post(body, signal);
      const outcome = first === "unauthenticated" ? await post(body, signal) : first;
      if (outcome !== "unauthenticated") return outcome;
      return { kind: "later", reason: "the push service refuses fresh access tokens of the service account" };
    },
    close: () => http.close(),
  };
}
