import { createHash, randomBytes } from "node:crypto";
import { printable } from "../../base/printable.ts";
import { askDevice, type DeviceAnswer } from "../ask-device.ts";
import { explainHttpFailure, explainStatus } from "../explain-http-failure.ts";
import { authorize } from "../http-authorization.ts";
import type { Credentials } from "../http-authorization.ts";
import { maskUrl } from "../mask-url.ts";
import { SourceError } from "../source-error.ts";
import { elementsOf, escapeXml, textsOf } from "./xml.ts";

const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 1_000_000;
const DEVICE = "http://www.onvif.org/ver10/device/wsdl";
const MEDIA = "http://www.onvif.org/ver10/media/wsdl";
const SECURITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";

/** One stream that a device offers. */
type Profile = {
  name: string;
  encoding: string | null;
  widthPixels: number | null;
  heightPixels: number | null;
  url: string;
};
export type DeviceReading = { clockOffsetSeconds: number | null; profiles: Profile[] };

/**
 * Reads the streams of an ONVIF device. Its own clock dates the credentials, because devices reject those of another
 * time and many have no time server. Throws a SourceError.
 */
export async function readDevice(
  deviceUrl: string,
  { credentials, nowMs }: { credentials: Credentials | undefined; nowMs: () => number },
): Promise<DeviceReading> {
  try {
    const offsetMs = readClock(await askTime(deviceUrl, credentials, nowMs), nowMs());
    const security = () => credentials && securityHeader(credentials, new Date(nowMs() + (offsetMs ?? 0)));
    const ask = (url: string, body: string) => call(url, body, security(), credentials);
    const capabilities = await ask(
      deviceUrl,
      `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`,
    );
    const media = elementsOf(capabilities, "Media")[0];
    const stated = media && textsOf(media.content, "XAddr")[0];
    if (!stated || !URL.canParse(stated)) throw new SourceError("protocol", "offers no media service");
    // Always on the machine that was asked: credentials reach no other.
    const { pathname, search } = new URL(stated);
    const mediaUrl = new URL(`${pathname}${search}`, deviceUrl).href;
    const profiles: Profile[] = [];
    for (const profile of elementsOf(await ask(mediaUrl, `<GetProfiles xmlns="${MEDIA}"/>`), "Profiles")) {
      profiles.push(await readProfile(profile, new URL(deviceUrl).hostname, (body) => ask(mediaUrl, body)));
    }
    return { clockOffsetSeconds: offsetMs === null ? null : Math.round(offsetMs / 1000), profiles };
  } catch (error) {
    const { kind, message } = explainHttpFailure(error);
    throw new SourceError(kind, `${new URL(deviceUrl).host} ${message}`, { cause: error });
  }
}

/** The clock of a device; some give it out only to users, whose credentials bear this machine's time then. */
async function askTime(deviceUrl: string, credentials: Credentials | undefined, nowMs: () => number): Promise<string> {
  const body = `<GetSystemDateAndTime xmlns="${DEVICE}"/>`;
  try {
    return await call(deviceUrl, body);
  } catch (error) {
    if (!credentials || !(error instanceof SourceError) || error.kind !== "credentials") throw error;
    return call(deviceUrl, body, securityHeader(credentials, new Date(nowMs())), credentials);
  }
}

async function readProfile(
  { attributes, content }: { attributes: string; content: string },
  host: string,
  ask: (body: string) => Promise<string>,
): Promise<Profile> {
  const token = /\btoken="([^"]*)"/.exec(attributes)?.[1] ?? "";
  const encoder = elementsOf(content, "VideoEncoderConfiguration")[0]?.content ?? "";
  const [width, height] = [textsOf(encoder, "Width")[0], textsOf(encoder, "Height")[0]];
  const answer = await ask(`<GetStreamUri xmlns="${MEDIA}"><StreamSetup xmlns:s="http://www.onvif.org/ver10/schema">
<s:Stream>RTP-Unicast</s:Stream><s:Transport><s:Protocol>RTSP</s:Protocol></s:Transport></StreamSetup>
<ProfileToken>${token}</ProfileToken></GetStreamUri>`);
  return {
    name: printable(textsOf(content, "Name")[0] ?? token),
    encoding: textsOf(encoder, "Encoding").map(printable)[0] ?? null,
    widthPixels: width === undefined ? null : Number(width),
    heightPixels: height === undefined ? null : Number(height),
    url: checkStream(textsOf(answer, "Uri")[0] ?? "", host),
  };
}

/** The address of a stream, if it is one of a camera and on the machine that was asked. */
function checkStream(text: string, host: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^(rtsps?|https?):$/.test(url.protocol) && url.hostname === host && text === printable(text)) return text;
  const shown = maskUrl(printable(text)) || "no address";
  throw new SourceError("protocol", `names ${shown} as its stream, which is none on ${host}: type its address`);
}

/** Returns how far the device's clock is ahead, in milliseconds; null when it reports no time in UTC. */
function readClock(answer: string, nowMs: number): number | null {
  const utc = elementsOf(answer, "UTCDateTime")[0]?.content ?? "";
  const [year, month, day, hour, minute, second] = ["Year", "Month", "Day", "Hour", "Minute", "Second"].map((name) =>
    Number(textsOf(utc, name)[0]),
  );
  const deviceMs = Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute, second);
  return Number.isFinite(deviceMs) ? deviceMs - nowMs : null;
}

/** WS-UsernameToken with a password digest: Base64(SHA-1(nonce + created + password)). */
function securityHeader({ username, password }: Credentials, now: Date): string {
  const nonce = randomBytes(16);
  const created = now.toISOString();
  const digest = createHash("sha1").update(nonce).update(created).update(password).digest("base64");
  return `<s:Header><w:Security xmlns:w="${SECURITY}-wssecurity-secext-1.0.xsd"
 xmlns:u="${SECURITY}-wssecurity-utility-1.0.xsd"><w:UsernameToken><w:Username>${escapeXml(username)}</w:Username>
<w:Password Type="${SECURITY}-username-token-profile-1.0#PasswordDigest">${digest}</w:Password>
<w:Nonce EncodingType="${SECURITY}-soap-message-security-1.0#Base64Binary">${nonce.toString("base64")}</w:Nonce>
<u:Created>${created}</u:Created></w:UsernameToken></w:Security></s:Header>`;
}

async function call(url: string, body: string, header = "", credentials?: Credentials): Promise<string> {
  const envelope = `<?xml version="1.0" encoding="utf-8"?>
<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${header}<s:Body>${body}</s:Body></s:Envelope>`;
  const target = new URL(url);
  const send = (authorization?: string) =>
    askDevice(target, {
      method: "POST",
      headers: {
        "content-type": "application/soap+xml; charset=utf-8",
        "content-length": `${Buffer.byteLength(envelope)}`,
        ...(authorization && { authorization }),
      },
      body: envelope,
      idleMs: TIMEOUT_MS,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
  let response = await send();
  if (response.status === 401 && credentials) {
    // Some devices want the credentials in HTTP instead. Basic would show the password to the whole network.
    const challenges = [response.headers["www-authenticate"] ?? []].flat();
    const offered =
      target.protocol === "https:" ? challenges : challenges.map((text) => text.replaceAll(/\bBasic\b/gi, "-"));
    const asked = { method: "POST", path: `${target.pathname}${target.search}` };
    const authorization = authorize(offered, credentials, asked);
    response.close();
    if (authorization === undefined)
      throw new SourceError("credentials", "asks for the password unencrypted, which is not sent: type its address");
    response = await send(authorization);
  }
  const answer = await readAnswer(response);
  if (/NotAuthorized|FailedAuthentication/.test(answer)) throw explainStatus(401, credentials !== undefined);
  if (response.status !== 200) throw explainStatus(response.status, credentials !== undefined);
  return answer;
}

/** The text of an answer to its end, to its stated length, or to an error; devices choose how much they send. */
async function readAnswer({ body, statedLength = Infinity, close }: DeviceAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) throw new SourceError("protocol", "sends an answer of over 1 MB");
      if (length >= statedLength) break;
    }
  } finally {
    close();
  }
  return Buffer.concat(chunks).toString("utf8");
}
