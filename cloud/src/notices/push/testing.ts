import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { z } from "zod";
import { startWebServer } from "../../platform/outbound/testing.ts";

const PROJECT = "inspection-demo";
const EMAIL = "push@inspection-demo.iam.gserviceaccount.com";
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

const ACCOUNT = { projectId: PROJECT, clientEmail: EMAIL, privateKey, privateKeyId: "key-1" };

const notice = z.strictObject({ title: z.string(), body: z.string() });
const common = { token: z.string().min(1), notification: notice, data: z.record(z.string(), z.string()) };
const android = z.strictObject({
  priority: z.literal("HIGH"),
  ttl: z.string().regex(/^\d+s$/),
  collapse_key: z.string(),
  notification: z.strictObject({ tag: z.string() }),
});
const apns = z.strictObject({
  headers: z.strictObject({
    "apns-priority": z.literal("10"),
    "apns-expiration": z.string().regex(/^\d{10}$/),
    "apns-collapse-id": z.string().max(64),
  }),
  payload: z.strictObject({ aps: z.strictObject({ sound: z.string() }) }),
});
const message = z.union([z.strictObject({ ...common, android }), z.strictObject({ ...common, apns })]);
const sendRequest = z.strictObject({ message });
export type FcmMessage = z.infer<typeof message>;

type Answer = (response: ServerResponse) => void;

/** Google's error envelope with FCM's own code in the details. */
export function fcmError(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object[] = [],
): Answer {
  const type = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
  const names: Record<string, string> = { UNREGISTERED: "NOT_FOUND", SENDER_ID_MISMATCH: "PERMISSION_DENIED" };
  const details = [{ "@type": type, errorCode: code }, ...more];
  const error = { code: status, message: `this is ${code}`, status: names[code] ?? code, details };
  return (response) => sendJson(response, status, { error }, headers);
}

/**
 * A server with FCM's HTTP v1 API and its token exchange, as strict as the documentation: it accepts only assertions
 * signed by the account, tokens that it issued, and known fields. `answer` may return another response to a message.
 */
export async function startFcmServer() {
  const server = {
    /** Messages that were accepted. */
    taken: [] as FcmMessage[],
    /** Tokens of all messages that came with a valid access token. */
    tried: [] as string[],
    issued: 0,
    /** Access tokens that are no longer accepted. */
    revoked: new Set<string>(),
    /** Errors found in the requests; empty if the client is correct. */
    complaints: [] as string[],
    answer: (_message: FcmMessage): Answer | undefined => undefined,
    answerToken: (): Answer | undefined => undefined,
  };
  const url = await startWebServer((request, response) => {
    const work = request.url === "/token" ? grant : send;
    work(request, response).catch((error: unknown) => {
      server.complaints.push(String(error));
      sendJson(response, 400, { error: "invalid_grant", error_description: String(error) });
    });
  });

  async function grant(request: IncomingMessage, response: ServerResponse) {
    await checkGrant(request, `${url}/token`);
    const scripted = server.answerToken();
    if (scripted) return scripted(response);
    server.issued += 1;
    return sendJson(response, 200, {
      access_token: `access-${server.issued}`,
      expires_in: 3_599,
      token_type: "Bearer",
    });
  }

  async function send(request: IncomingMessage, response: ServerResponse) {
    const token = /^Bearer access-(\d+)$/.exec(request.headers.authorization ?? "")?.[1];
    const body = await text(request);
    if (token === undefined || Number(token) > server.issued || server.revoked.has(`access-${token}`))
      return sendJson(response, 401, { error: { code: 401, message: "bad credentials", status: "UNAUTHENTICATED" } });
    if (request.method !== "POST" || request.url !== `/v1/projects/${PROJECT}/messages:send`)
      throw new Error(`there is nothing at ${request.url}`);
    if (Buffer.byteLength(body) > 4_096) throw new Error("the message is larger than 4,096 bytes");
    const { message } = sendRequest.parse(JSON.parse(body));
    server.tried.push(message.token);
    const scripted = server.answer(message);
    if (scripted) return scripted(response);
    server.taken.push(message);
    return sendJson(response, 200, { name: `projects/${PROJECT}/messages/0:${server.taken.length}` });
  }

  const account = { ...ACCOUNT, tokenUri: `${url}/token` };
  return Object.assign(server, { url, account, settings: { push: { account, url } } });
}

/** Throws unless a request is a JWT bearer grant that the account signed for `audience`. */
async function checkGrant(request: IncomingMessage, audience: string): Promise<void> {
  const body = new URLSearchParams(await text(request));
  if (request.method !== "POST" || body.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
    throw new Error("this is no JWT bearer grant");
  const { payload } = await jwtVerify(body.get("assertion") ?? "", createPublicKey(privateKey), {
    algorithms: ["RS256"],
    typ: "JWT",
    issuer: EMAIL,
    audience,
    requiredClaims: ["iat", "exp"],
  });
  if (payload["scope"] !== "https://www.googleapis.com/auth/firebase.messaging") throw new Error("the scope is wrong");
  if ((payload.exp ?? 0) - (payload.iat ?? 0) > 3_600) throw new Error("the assertion lasts longer than an hour");
}

/** A service account's key file as Google issues it. */
export function serviceAccountFile(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "service_account",
    project_id: PROJECT,
    private_key_id: "key-1",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    client_email: EMAIL,
    token_uri: "https://oauth2.googleapis.com/token",
    ...changes,
  };
}

function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
