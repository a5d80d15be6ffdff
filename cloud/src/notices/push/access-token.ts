import { SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { HttpClient, OutboundAnswer } from "../../platform/outbound/http-client.ts";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import { readJson } from "./read-answer.ts";
import type { ServiceAccount } from "../../platform/settings/service-account.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const ASSERTION_SECONDS = 3_600;
const TIMEOUT_MS = 10_000;
/** A token that expires sooner than this is no longer used. */
const SPARE_MS = 60_000;

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

type TokenOutcome =
  | { kind: "token"; token: string }
  | { kind: "none"; reason: string; waitSeconds?: number | undefined };

export type AccessTokens = {
  /** Returns a token that is valid for at least a minute; concurrent callers share one request. */
  get: () => Promise<TokenOutcome>;
  /** Drops a token that was refused, so that the next `get` requests another one. */
  forget: (token: string) => void;
};

/**
 * Exchanges the account's signature for access tokens (RFC 7523, the JWT bearer grant), and keeps each until it
 * expires. Google's own library ignores the account's `token_uri`.
 */
export function createAccessTokens(account: ServiceAccount, http: HttpClient, nowMs: Clock): AccessTokens {
  let kept: { token: string; endsAtMs: number } | undefined;
  let asking: Promise<TokenOutcome> | undefined;

  async function ask(): Promise<TokenOutcome> {
    const assertion = await signAssertion(account, nowMs());
    const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
    const answer = await http.post({
      url: account.tokenUri,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: body.toString(),
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    const granted = answer.kind === "answered" && answer.status === 200 ? readJson(grant, answer.text) : undefined;
    if (!granted) return { kind: "none", ...explain(answer, nowMs()) };
    kept = { token: granted.access_token, endsAtMs: nowMs() + granted.expires_in * 1_000 };
    return { kind: "token", token: kept.token };
  }

  return {
    async get() {
      if (kept && kept.endsAtMs - nowMs() > SPARE_MS) return { kind: "token", token: kept.token };
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

function signAssertion(account: ServiceAccount, nowMs: number): Promise<string> {
  const iat = Math.floor(nowMs / 1_000);
  const { clientEmail, privateKey, privateKeyId: kid, tokenUri } = account;
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(kid === undefined ? {} : { kid }) })
    .setIssuer(clientEmail)
    .setAudience(tokenUri)
    .setIssuedAt(iat)
    .setExpirationTime(iat + ASSERTION_SECONDS)
    .sign(privateKey);
}

function explain(answer: OutboundAnswer, nowMs: number) {
  const what = "no access token for the push service";
  if (answer.kind === "unreachable") return { reason: `${what}: ${answer.reason}` };
  const error = readJson(refusal, answer.text);
  const why = error ? `${error.error} ${error.error_description ?? ""}`.trim() : "an unusable answer";
  const waitSeconds = retryAfterSeconds(answer.retryAfter, nowMs);
  return { reason: `${what}: ${why} (status ${answer.status})`.slice(0, 500), waitSeconds };
}
