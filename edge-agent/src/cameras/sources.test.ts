import { expect, test } from "vitest";
import { addCredentials, parseCameraUrl, resolveCameraUrl } from "./sources.ts";

test.each([
  ["file:///videos/gate.mp4", "live"],
  ["file:///videos/gate%20one.mp4?loop=false&fps=5&pace=realtime", "live"],
  ["file:/videos/gate.mp4?pace=consumer", "consumer"],
  ["test:pattern", "live"],
  ["rtsp://admin:p%40ss@10.0.0.9:554/cam/realmonitor?channel=1&subtype=0&transport=udp", "live"],
  ["rtsps://10.0.0.9/live?tls=insecure", "live"],
  ["http://10.0.0.9/axis-cgi/mjpg/video.cgi?fps=5&poll=2", "live"],
  ["TEST:pattern?width=320&height=240&fps=2.5&pace=consumer", "consumer"],
])("%s is understood", (url, pace) => {
  expect(parseCameraUrl(url)).toMatchObject({ ok: true, source: { pace } });
});

test.each([
  ["", /is not a URL; examples: rtsp:.*file:/],
  ["videos/gate.mp4", /is not a URL/],
  ["gate.mp4", /is not a URL/],
  ["192.168.1.20", /^"192\.168\.1\.20" has no protocol; write it as rtsp:\/\/192\.168\.1\.20, with the path/],
  ["192.168.1.20:554/stream1", /write it as rtsp:\/\/192\.168\.1\.20:554\/stream1/],
  ["camera.local:554/stream1", /has no protocol/],
  [
    "C:\\videos\\gate.mp4",
    /unsupported camera scheme "c:"; supported: rtsp:, rtsps:, http:, https:, v4l2:, folder:, file:, test:/,
  ],
  ["file:videos/gate.mp4", /is a relative path; use an absolute path/],
  ["file://gate.mp4", /"gate.mp4" is in the place of a host; use three slashes/],
  ["file:///videos%2Fgate.mp4", /encoded slash/],
  ["file:///gate.mp4?lop=false", /unknown option lop \(known: loop, fps, pace\)/],
  ["file:///gate.mp4?loop=no&fps=0", /option loop: .*"true"\|"false".*; option fps: .*0\.1/],
  ["file:///gate.mp4?fps=", /option fps/],
  ["file:///gate.mp4?fps=Infinity", /option fps/],
  ["rtsp:///live", /the host is missing/],
  ["rtsp://10.0.0.9/live?transport=http", /option transport/],
  ["rtsps://10.0.0.9/live?transport=udp", /rtsps: encrypts only TCP/],
  ["https://10.0.0.9/shot.jpg?poll=0", /option poll/],
  ["test:", /the only test source is "test:pattern"/],
  ["test:pattern?width=1e9", /option width: .*3840/],
  ["test:pattern?width=100.5", /option width: .*int/],
  ["test:pattern?pace=fast", /option pace/],
])("%s is refused with what to write instead", (url, problem) => {
  expect(parseCameraUrl(url)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test.each([
  ["rtspx://admin:p@ss/word@10.0.0.9:554/live", "rtspx://***@10.0.0.9:554/live"],
  [
    "httpx://10.0.0.9/shot.jpg?user=admin&pwd=hunter2&channel=1",
    "httpx://10.0.0.9/shot.jpg?user=***&pwd=***&channel=1",
  ],
  ["ftp://admin:hunter2@[broken", "ftp://***@[broken"],
])("of %s no credential is shown", (url, shown) => {
  const parsed = parseCameraUrl(url);
  expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(`"${shown}"`) });
  expect(JSON.stringify(parsed)).not.toMatch(/admin|hunter2|p@ss|word@/);
});

test("relative file paths are taken from the configuration's folder, other URLs as they are", () => {
  expect(resolveCameraUrl("file:videos/gate one.mp4?loop=false", "/etc/agent")).toBe(
    "file:///etc/agent/videos/gate%20one.mp4?loop=false",
  );
  expect(resolveCameraUrl("file:../gate.mp4", "/etc/agent/")).toBe("file:///etc/gate.mp4");
  expect(resolveCameraUrl("file:///gate.mp4", "/etc/agent")).toBe("file:///gate.mp4");
  expect(resolveCameraUrl("test:pattern?fps=5", "/etc/agent")).toBe("test:pattern?fps=5");
});

test("a user name and a password of the configuration are put into a network camera's URL", () => {
  const added = addCredentials("rtsp://10.0.0.9/live?channel=1", { username: "adm in", password: "p@ss:w/ord%" });
  expect(added).toEqual({ ok: true, url: "rtsp://adm%20in:p%40ss%3Aw%2Ford%25@10.0.0.9/live?channel=1" });
});

test.each([
  ["rtsp://10.0.0.9/live", undefined, /password is set without username/],
  ["rtsp://a:b@10.0.0.9/live", "admin", /the URL contains a user name as well/],
  ["file:gate.mp4", "admin", /are for network cameras/],
])("credentials for %s with the user name %s are refused", (url, username, problem) => {
  expect(addCredentials(url, { username, password: "hunter2" })).toEqual({
    ok: false,
    problem: expect.stringMatching(problem),
  });
});
