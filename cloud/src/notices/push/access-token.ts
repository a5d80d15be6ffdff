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
/** A token that ends sooner than this is not used any more. */
const SPARE_MS = 60_000;

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

type TokenOutcome =
  | { kind: "token"; token: string }
  | { kind: "none"; reason: string; waitSeconds?: number | undefined };

export type AccessTokens = {
  /** A token that is valid for a minute at least; those who ask at once share one request. */
  get: () => Promise<TokenOutcome>;
  /** Says that a token was refused, so that the next `get` asks for another. */
  forget: (token: string) => void;
};

/**
 * Exchanges the account's signature for access tokens (RFC 7523, the JWT bearer grant), and keeps each until it ends. Google's own
 * library asks at Google's address whatever the account's `token_uri` says.
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
  const told = readJson(refusal, answer.text);
  const why = told ? `${told.error} ${told.error_description ?? ""}`.trim() : "an unusable answer";
  const waitSeconds = retryAfterSeconds(answer.retryAfter, nowMs);
  return { reason: `${what}: ${why} (status ${answer.status})`.slice(0, 500), waitSeconds };
}
