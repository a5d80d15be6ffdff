import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { z } from "zod";
import { startWebServer } from "../../platform/outbound/testing.ts";

type Answer = { status: number; headers?: Record<string, string> };

const message = z.strictObject({ title: z.string(), body: z.string(), tag: z.string(), place: z.string() });
type Received = z.infer<typeof message> & {
  browser: string;
  headers: Record<string, unknown>;
  subject: unknown;
};

/**
 * A push service as described in RFC 8030, and the browsers behind it: it authenticates senders by their VAPID token
 * (RFC 8292), and each browser decrypts its messages with its own keys (RFC 8291). `answer` may return another
 * response.
 */
export async function startPushReceiver() {
  const receiver = {
    received: [] as Received[],
    tried: [] as string[],
    complaints: [] as string[],
    answer: (_browser: string): Answer | undefined => undefined,
  };
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const url = await startWebServer((request, response) => {
    const take = async () => {
      const name = (request.url ?? "").slice(1);
      const browser = browsers.get(name);
      if (!browser) throw new Error(`no browser has the endpoint ${name}`);
      receiver.tried.push(name);
      const subject = await checkVapid(request.headers.authorization ?? "", url);
      const payload = message.parse(JSON.parse(browser.decrypt(await buffer(request))));
      const scripted = receiver.answer(name);
      if (!scripted) receiver.received.push({ ...payload, browser: name, headers: request.headers, subject });
      end(response, scripted ?? { status: 201 });
    };
    take().catch((error: unknown) => {
      receiver.complaints.push(String(error));
      end(response, { status: 400 });
    });
  });
  /** Returns the data that a browser of this name sends to the service, once it has subscribed. */
  const subscribe = (name: string) => {
    const browser = browsers.get(name) ?? createBrowser();
    browsers.set(name, browser);
    return { endpoint: `${url}/${name}`, keys: browser.keys, name: `Browser ${name}` };
  };
  return Object.assign(receiver, { url, subscribe });
}

function end(response: ServerResponse, { status, headers = {} }: Answer): void {
  response.writeHead(status, headers).end();
}

async function checkVapid(authorization: string, origin: string): Promise<unknown> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ["ES256"], audience: origin });
  if ((payload.exp ?? 0) > Date.now() / 1_000 + 24 * 3_600) throw new Error("the token lasts longer than a day");
  return payload.sub;
}

function createBrowser() {
  const pair = createECDH("prime256v1");
  const [p256dh, auth] = [pair.generateKeys(), randomBytes(16)];
  const derive = (from: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", from, salt, info, length));
  const decrypt = (body: Buffer): string => {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
    const shared = derive(pair.computeSecret(sender), auth, info, 32);
    const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") }, decrypt };
}
