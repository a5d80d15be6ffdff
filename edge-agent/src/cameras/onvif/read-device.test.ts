import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { readDevice } from "./read-device.ts";

const credentials = { username: "viewer", password: "the-cameras-password" };
const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
const time = `<UTCDateTime><Time><Hour>12</Hour><Minute>0</Minute><Second>0</Second></Time>
<Date><Year>2026</Year><Month>11</Month><Day>27</Day></Date></UTCDateTime>`;
const nowMs = () => Date.UTC(2026, 10, 27, 12);

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** A device that answers as it likes; records what it received. */
async function openDevice(answer: (request: string, response: ServerResponse) => Answer | undefined) {
  const received: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let text = "";
    response.on("error", () => {});
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      received.push(`${request.headers.authorization ?? ""} ${text}`);
      const given = answer(text, response);
      if (given) response.writeHead(given.status ?? 200, given.headers).end(given.body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/onvif/device`, port, received };
}

const media = (address: string) => `<Media><XAddr>${address}</XAddr></Media>`;
const profile = (name: string) => `<Profiles token="p"><Name>${name}</Name></Profiles>`;
const streaming =
  (address: string, name = "main", at = "http://127.0.0.1/media") =>
  (request: string) => {
    if (request.includes("GetSystemDateAndTime")) return { body: time };
    if (request.includes("GetCapabilities")) return { body: media(at) };
    if (request.includes("GetProfiles")) return { body: profile(name) };
    return { body: `<Uri>${address}</Uri>` };
  };

it("a device that asks for Basic over HTTP gets no password", async () => {
  const challenge = { status: 401, headers: { "www-authenticate": 'Basic realm="camera"' } };
  const { url, received } = await openDevice((text) =>
    text.includes("GetSystemDateAndTime") ? { body: time } : challenge,
  );
  await expect(readDevice(url, { credentials, nowMs })).rejects.toThrow("asks for the password unencrypted");
  expect(received.length).toBeGreaterThan(1);
  expect(received.join()).not.toContain(basic);
  expect(received.join()).not.toContain(credentials.password);
});

it("a service that a device places on another machine is asked on the device itself", async () => {
  const other = await openDevice(() => ({ body: "" }));
  const { url, received } = await openDevice(
    streaming("rtsp://127.0.0.1/s", "main", `http://localhost:${other.port}/media`),
  );
  expect((await readDevice(url, { credentials, nowMs })).profiles).toHaveLength(1);
  expect([other.received, received.length]).toEqual([[], 4]);
});

it("the clock of a device that asks for credentials first is read with them", async () => {
  const { url } = await openDevice((text) =>
    text.includes("UsernameToken") ? streaming("rtsp://127.0.0.1/s")(text) : { status: 401 },
  );
  expect(await readDevice(url, { credentials, nowMs })).toMatchObject({ clockOffsetSeconds: 0, profiles: [{}] });
});

it("an endless answer is read to 1 MB", async () => {
  const part = Buffer.alloc(65_536, "x");
  const { url } = await openDevice((_text, response) => {
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on("drain", more);
    more();
    return undefined;
  });
  await expect(readDevice(url, { credentials: undefined, nowMs })).rejects.toThrow("an answer of over 1 MB");
});

it.each(["file:///etc/passwd", "folder:/srv?moveTo=x", "rtsp://10.0.0.9/s", "rtsp://127.0.0.1/\u001b[2J", ""])(
  "the stream address %j of a device is refused",
  async (address) => {
    const { url } = await openDevice(streaming(address));
    await expect(readDevice(url, { credentials, nowMs })).rejects.toThrow("which is none on 127.0.0.1");
  },
);

it("control characters in the names of a device are written out", async () => {
  const { url } = await openDevice(streaming("rtsp://127.0.0.1/s", "\u001b[2J\u202emain"));
  const { profiles } = await readDevice(url, { credentials, nowMs });
  expect(profiles.map(({ name }) => name)).toEqual(["\\u{1b}[2J\\u{202e}main"]);
});

it.each(["rtsp://127.0.0.1/s?channel=1&subtype=0", "rtsp://127.0.0.1/s?channel=1&amp;subtype=0"])(
  "the stream address %s is read with its two options, although devices forget to escape the ampersand",
  async (address) => {
    const { url } = await openDevice(streaming(address));
    const { profiles } = await readDevice(url, { credentials: undefined, nowMs });
    expect(profiles).toMatchObject([{ url: "rtsp://127.0.0.1/s?channel=1&subtype=0" }]);
  },
);
