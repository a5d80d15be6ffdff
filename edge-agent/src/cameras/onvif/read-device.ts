import { createHash, randomBytes } from "node:crypto";
import { request } from "undici";
import { explainHttpFailure, explainStatus } from "../explain-http-failure.ts";
import { authorize } from "../http-authorization.ts";
import type { Credentials } from "../http-authorization.ts";
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
    const offsetMs = readClock(await call(deviceUrl, `<GetSystemDateAndTime xmlns="${DEVICE}"/>`), nowMs());
    const security = () => credentials && securityHeader(credentials, new Date(nowMs() + (offsetMs ?? 0)));
    const ask = (url: string, body: string) => call(url, body, security(), credentials);
    const capabilities = await ask(
      deviceUrl,
      `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`,
    );
    const media = elementsOf(capabilities, "Media")[0];
    const mediaUrl = media && textsOf(media.content, "XAddr")[0];
    if (!mediaUrl || !URL.canParse(mediaUrl)) throw new SourceError("protocol", "offers no media service");
    const profiles: Profile[] = [];
    for (const profile of elementsOf(await ask(mediaUrl, `<GetProfiles xmlns="${MEDIA}"/>`), "Profiles")) {
      profiles.push(await readProfile(profile, (body) => ask(mediaUrl, body)));
    }
    return { clockOffsetSeconds: offsetMs === null ? null : Math.round(offsetMs / 1000), profiles };
  } catch (error) {
    const { kind, message } = explainHttpFailure(error);
    throw new SourceError(kind, `${new URL(deviceUrl).host} ${message}`, { cause: error });
  }
}

async function readProfile(
  { attributes, content }: { attributes: string; content: string },
  ask: (body: string) => Promise<string>,
): Promise<Profile> {
  const token = /\btoken="([^"]*)"/.exec(attributes)?.[1] ?? "";
  const encoder = elementsOf(content, "VideoEncoderConfiguration")[0]?.content ?? "";
  const [width, height] = [textsOf(encoder, "Width")[0], textsOf(encoder, "Height")[0]];
  const answer = await ask(`<GetStreamUri xmlns="${MEDIA}"><StreamSetup xmlns:s="http://www.onvif.org/ver10/schema">
<s:Stream>RTP-Unicast</s:Stream><s:Transport><s:Protocol>RTSP</s:Protocol></s:Transport></StreamSetup>
<ProfileToken>${token}</ProfileToken></GetStreamUri>`);
  return {
    name: textsOf(content, "Name")[0] ?? token,
    encoding: textsOf(encoder, "Encoding")[0] ?? null,
    widthPixels: width === undefined ? null : Number(width),
    heightPixels: height === undefined ? null : Number(height),
    url: textsOf(answer, "Uri")[0] ?? "",
  };
}

/** How far the device's clock is ahead, milliseconds; null when it reports no time in UTC. */
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
  const { pathname, search } = new URL(url);
  const send = (authorization?: string) =>
    request(url, {
      method: "POST",
      headers: { "content-type": "application/soap+xml; charset=utf-8", ...(authorization && { authorization }) },
      body: envelope,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
  let response = await send();
  if (response.statusCode === 401 && credentials) {
    // Some devices want the credentials in HTTP instead.
    const call = { method: "POST", path: `${pathname}${search}` };
    const authorization = authorize(response.headers["www-authenticate"], credentials, call);
    await response.body.dump();
    response = await send(authorization);
  }
  const answer = (await response.body.text()).slice(0, MAX_ANSWER_BYTES);
  if (/NotAuthorized|FailedAuthentication/.test(answer)) throw explainStatus(401, credentials !== undefined);
  if (response.statusCode !== 200) throw explainStatus(response.statusCode, credentials !== undefined);
  return answer;
}
