import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { elementsOf, textsOf } from "../cameras/onvif/xml.ts";
import { discoverCameras } from "./camera-discover.ts";
import type { CommandContext } from "./terminal/command-context.ts";

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

const HOUR_MS = 3_600_000;
const username = "adm<in";
const password = "p@ss&word";
/** The device's clock is wrong by years; it rejects credentials that are dated by another. */
const clockMs = Date.UTC(2019, 0, 1, 12, 30, 15);

const soap = (body: string) =>
  `<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

function isAuthorized(request: string): boolean {
  const [nonce = "", created = "", digest = ""] = ["Nonce", "Created", "Password"].map(
    (name) => textsOf(request, name)[0],
  );
  const expected = createHash("sha1").update(Buffer.from(nonce, "base64")).update(created).update(password);
  return (
    textsOf(request, "Username")[0] === username &&
    digest === expected.digest("base64") &&
    Math.abs(Date.parse(created) - clockMs) < 10 * 60_000
  );
}

function answerOf(request: string, host: string): { status: number; body: string } {
  const ok = (body: string) => ({ status: 200, body: soap(body) });
  if (request.includes("GetSystemDateAndTime")) {
    return ok(`<tds:GetSystemDateAndTimeResponse><tt:UTCDateTime><tt:Time><tt:Hour>12</tt:Hour><tt:Minute>30</tt:Minute>
<tt:Second>15</tt:Second></tt:Time><tt:Date><tt:Year>2019</tt:Year><tt:Month>1</tt:Month><tt:Day>1</tt:Day></tt:Date>
</tt:UTCDateTime></tds:GetSystemDateAndTimeResponse>`);
  }
  if (!isAuthorized(request)) {
    return {
      status: 400,
      body: soap("<s:Fault><s:Subcode><s:Value>ter:NotAuthorized</s:Value></s:Subcode></s:Fault>"),
    };
  }
  if (request.includes("GetCapabilities")) {
    return ok(`<tt:Media><tt:XAddr>http://${host}/onvif/media</tt:XAddr></tt:Media>`);
  }
  if (request.includes("GetProfiles")) {
    const profile = (token: string, name: string, width: number, height: number) =>
      `<trt:Profiles fixed="true" token="${token}"><tt:Name>${name}</tt:Name><tt:VideoEncoderConfiguration token="e">
<tt:Name>encoder</tt:Name><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width>
<tt:Height>${height}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>`;
    return ok(profile("p0", "main &amp; full", 3840, 2160) + profile("p1", "sub", 640, 360));
  }
  const token = elementsOf(request, "ProfileToken")[0]?.content;
  return ok(`<tt:Uri>rtsp://viewer:hunter2@127.0.0.1/stream?id=${token}&amp;x=1</tt:Uri>`);
}

/** A camera that answers probes over UDP and requests over HTTP. */
async function startDevice(): Promise<number> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { status, body } = answerOf(text, request.headers.host ?? "");
      response.writeHead(status, { "content-type": "application/soap+xml" }).end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = createSocket("udp4");
  socket.on("message", (probe, from) => {
    if (!probe.toString().includes("dn:NetworkVideoTransmitter")) return;
    const scopes = "onvif://www.onvif.org/name/Gate%20North onvif://www.onvif.org/hardware/IPC-1";
    const match = `<d:ProbeMatch><d:Scopes>${scopes}</d:Scopes>
<d:XAddrs>http://[fe80::1]/onvif/device http://127.0.0.1:${port}/onvif/device</d:XAddrs></d:ProbeMatch>`;
    socket.send(soap(match), from.port, from.address);
    // Devices answer more than once.
    socket.send(soap(match), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  closers.push(
    () => server.close(),
    () => socket.close(),
  );
  return socket.address().port;
}

async function discover(port: number, options: { json?: boolean; username?: string }): Promise<string[]> {
  const lines: string[] = [];
  const context: CommandContext = {
    environment: { CAMERA_PASSWORD: password },
    version: "1",
    clock: { nowMs: () => clockMs + 5 * 365 * 24 * HOUR_MS, monotonicMs: () => performance.now() },
    random: Math.random,
    isTerminal: false,
    paint: (_, text) => text,
    print: (line) => lines.push(line),
    note: (line) => lines.push(line),
    onStopSignal: () => {},
    onReaderEnded: () => {},
    onHangUp: () => {},
  };
  await discoverCameras({ host: "127.0.0.1", port, wait: 1.5, ...options }, context);
  return lines;
}

test("an ONVIF camera is listed with its streams, although its clock is years behind", async () => {
  const port = await startDevice();
  const [json = ""] = await discover(port, { json: true, username });
  expect(JSON.parse(json)).toMatchObject({
    cameras: [
      {
        address: "127.0.0.1",
        name: "Gate North",
        hardware: "IPC-1",
        clockOffsetSeconds: -5 * 365 * 24 * 3600,
        error: null,
        profiles: [
          { name: "main & full", encoding: "H264", widthPixels: 3840, heightPixels: 2160 },
          { name: "sub", widthPixels: 640, url: "rtsp://***@127.0.0.1/stream?id=p1&x=1" },
        ],
      },
    ],
  });
});

test("without credentials the camera is listed with the reason why its streams are not", async () => {
  const lines = await discover(await startDevice(), {});
  expect(lines[0]).toBe("1 camera found");
  expect(lines.join("\n")).toMatch(/127\.0\.0\.1 {2}Gate North, IPC-1\n.*requires a user name and a password/);
});

test("where no camera answers, the reason that is most likely is shown", async () => {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  closers.push(() => socket.close());
  expect((await discover(socket.address().port, {})).join("\n")).toMatch(/0 cameras found\n.*ONVIF is enabled/);
});
