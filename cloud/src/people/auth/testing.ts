import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from "jose";
import OpenIdProvider from "oidc-provider";
import { vi } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";

export type ProviderAccount = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** Time at which the account signed in at the provider, in seconds since 1970; now, if absent. */
  signedInAt?: number;
};

/** One for all providers: to make it takes longer than most tests. */
const signingKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

/** Replaces the ID token of the provider. */
type Forgery = (idToken: string) => string | Promise<string>;

/** Signs the claims of an ID token again, with changes; by the provider's own key unless another is given. */
export function signAgain(idToken: string, changes: JWTPayload, key?: KeyObject): Promise<string> {
  const { kid, typ } = decodeProtectedHeader(idToken);
  const header = { alg: "RS256", ...(kid !== undefined && { kid }), ...(typ !== undefined && { typ }) };
  return new SignJWT({ ...decodeJwt(idToken), ...changes })
    .setProtectedHeader(header)
    .sign(key ?? createPrivateKey({ key: signingKey, format: "jwk" }));
}

const CLIENT = { clientId: "inspection", clientSecret: "secret-of-the-client" };

/** A real OpenID Connect provider on a free port, where every visitor is signed in as `account.current`. */
export async function startProvider(redirectUrl: string) {
  const account: { current: ProviderAccount; forge: Forgery | undefined } = {
    current: { sub: "unset" },
    forge: undefined,
  };
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUpLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const issuer = `http://127.0.0.1:${address.port}`;
  // The provider warns that it keeps everything in memory, which is intended in tests.
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const provider = new OpenIdProvider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUrl] }],
    jwks: { keys: [signingKey] },
    cookies: { keys: ["a key of the tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...account.current, sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: account.current.sub });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  warn.mockRestore();
  const answer = provider.callback();
  server.on("request", (incoming, outgoing) => {
    if (incoming.url === "/token" && account.forge) forgeIdToken(outgoing, account.forge);
    const { sub: accountId, signedInAt: ts } = account.current;
    const login = { accountId, ...(ts !== undefined && { ts }) };
    if (incoming.url?.startsWith("/interaction/")) void provider.interactionFinished(incoming, outgoing, { login });
    else void answer(incoming, outgoing);
  });
  return { account, settings: { issuer, ...CLIENT } };
}

/** Has the ID token replaced in the reply of the provider, as one would that was taken over. */
function forgeIdToken(reply: ServerResponse, forge: Forgery): void {
  const end = reply.end.bind(reply) as (text: string) => unknown;
  reply.end = (body: unknown) => {
    const answer: { id_token: string } = JSON.parse(String(body));
    reply.removeHeader("Content-Length");
    void Promise.resolve(forge(answer.id_token)).then((idToken) =>
      end(JSON.stringify({ ...answer, id_token: idToken })),
    );
    return reply;
  };
}

/**
 * Goes through the provider as a browser does, from the address it is sent to, until it is sent back to `redirectUrl`.
 */
export async function visitProvider(start: string, redirectUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10 && !url.startsWith(redirectUrl); hops += 1) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { Cookie } });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = reply.headers.get("Location");
    if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
