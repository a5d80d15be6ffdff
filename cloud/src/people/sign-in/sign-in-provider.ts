import { email, text } from "@container-inspection/shared-schemas/primitives";
import * as oidc from "openid-client";
import type { Logger } from "../../platform/logging/logger.ts";
import { z } from "zod";
import type { Settings } from "../../platform/settings/settings.ts";

/**
 * A user's identity at the provider. `email` is lower-case, and set only if the provider has verified it. A session
 * that it opens ends at `endsBy` at the latest.
 */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  name: string | undefined;
  endsBy: Date | undefined;
};

/** Data that the browser keeps while it is at the provider. */
export const signInFlow = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });
export type SignInFlow = z.infer<typeof signInFlow>;

export type SignInProvider = {
  /** The address at the provider, which redirects to `redirectUrl`. `unavailable` if the provider does not respond. */
  begin: (redirectUrl: string) => Promise<{ url: string; flow: SignInFlow } | "unavailable">;
  /** The identity in this redirect address; `refused` if it does not match the flow or the provider denied it. */
  finish: (returnUrl: URL, flow: SignInFlow) => Promise<Identity | "refused" | "unavailable">;
};

const TIMEOUT_SECONDS = 10;

/**
 * Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The provider's addresses
 * are discovered at the first sign-in.
 */
export function createSignInProvider(
  settings: NonNullable<Settings["signInProvider"]>,
  { logger }: { logger: Logger },
): SignInProvider {
  const configuration = createDiscovery(settings);
  const { maxAgeSeconds } = settings;
  return {
    async begin(redirectUrl) {
      try {
        const config = await configuration();
        const flow = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          codeVerifier: oidc.randomPKCECodeVerifier(),
        };
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUrl,
          scope: "openid email profile",
          code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
          code_challenge_method: "S256",
          state: flow.state,
          nonce: flow.nonce,
          ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
        });
        return { url: url.href, flow };
      } catch (error) {
        logger.warn({ err: error }, "the configuration of the sign-in provider could not be read");
        return "unavailable";
      }
    },
    async finish(returnUrl, { state, nonce, codeVerifier }) {
      try {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), returnUrl, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          // Refuses a token that states no time, or one that is too old.
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
        });
        return identityOf(tokens.claims(), maxAgeSeconds) ?? "refused";
      } catch (error) {
        logger.warn({ err: error }, "a sign-in with the provider failed");
        return isUnavailable(error) ? "unavailable" : "refused";
      }
    },
  };
}

/** Discovers the provider once; after a failure, the next sign-in retries. */
function createDiscovery({ issuer, clientId, clientSecret }: NonNullable<Settings["signInProvider"]>) {
  let found: Promise<oidc.Configuration> | undefined;
  // Refuses a token that the token endpoint alone has forged. The keys come over TLS as well: against a proxy that
  // opens it, this proves nothing.
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
  ];
  return async () => {
    found ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
}

/** The provider chooses these texts: one that cannot be stored is refused as an identifier and omitted otherwise. */
const claims = z.object({
  iss: text(2_000),
  /** Subject of the account, at most 255 ASCII characters (OpenID Connect Core, section 2). */
  sub: text(255),
  email: email.optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: text(200).optional().catch(undefined),
  /** Time at which the user gave the credentials, in seconds since 1970. */
  auth_time: z.number().optional().catch(undefined),
});

function identityOf(idToken: unknown, maxAgeSeconds: number | undefined): Identity | undefined {
  const { data } = claims.safeParse(idToken);
  if (!data) return undefined;
  const verified = data.email_verified === true ? data.email : undefined;
  const { iss: issuer, sub: subject, name, auth_time: signedInAt } = data;
  const isLimited = maxAgeSeconds !== undefined && signedInAt !== undefined;
  const endsBy = isLimited ? new Date((signedInAt + maxAgeSeconds) * 1_000) : undefined;
  return { issuer, subject, email: verified, name, endsBy };
}

/** True if the provider did not respond, or not in a valid way. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === "fetch failed";
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  return (
    error instanceof oidc.ClientError &&
    ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"].includes(error.code ?? "")
  );
}
