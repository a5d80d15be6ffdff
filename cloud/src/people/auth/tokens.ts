import { createHash } from "node:crypto";
import { text } from "@container-inspection/shared-schemas/primitives";
import { role } from "@container-inspection/shared-schemas/roles";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";

const ALGORITHM = "HS256";
const TYPE = "JWT";
const ISSUER = "container-inspection";
const AUDIENCE = "container-inspection";
/** Verified tokens are cached by their hash: verifying costs more than the request itself. */
const MAX_CACHED = 10_000;

/** Three parts without padding: each token has only one spelling. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const claims = z.object({
  sub: text(100),
  email: z.string(),
  role,
  /** The session. */
  sid: text(100),
  /** This token of the session. */
  jti: text(100),
  /** Seconds since the Unix epoch, as `exp`. */
  iat: z.number(),
  exp: z.number(),
});
type Claims = z.infer<typeof claims>;

export type Tokens = {
  sign: (claims: Claims) => Promise<string>;
  /** Returns the claims of a token that we signed and that has not expired; undefined for anything else. */
  verify: (token: string) => Promise<Claims | undefined>;
};

/** Signs and verifies session tokens: HS256 only, with fixed type, issuer and audience. */
export function createTokens(secret: string, nowMs: Clock): Tokens {
  const key = new TextEncoder().encode(secret);
  const verified = new Map<string, Claims>();
  return {
    sign: ({ sub, iat, exp, jti, ...own }) =>
      new SignJWT(own)
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(sub)
        .setJti(jti)
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(key),
    async verify(token) {
      if (!COMPACT.test(token)) return undefined;
      const hash = createHash("sha256").update(token).digest("base64");
      const known = verified.get(hash);
      if (known) return known.exp * 1000 > nowMs() ? known : undefined;
      const fresh = await verifyOnce(token, key, new Date(nowMs()));
      if (!fresh) return undefined;
      if (verified.size >= MAX_CACHED) verified.delete(verified.keys().next().value ?? "");
      verified.set(hash, fresh);
      return fresh;
    },
  };
}

async function verifyOnce(token: string, key: Uint8Array, currentDate: Date): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate,
    });
    return claims.safeParse(payload).data;
  } catch {
    return undefined;
  }
}
