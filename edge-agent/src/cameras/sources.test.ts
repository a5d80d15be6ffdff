import { expect, test } from "vitest";
import { parseCameraUrl, resolveCameraUrl } from "./sources.ts";

test.each([
  ["file:///videos/gate.mp4", "live"],
  ["file:///videos/gate%20one.mp4?loop=false&fps=5&pace=realtime", "live"],
  ["file:/videos/gate.mp4?pace=consumer", "consumer"],
  ["test:pattern", "live"],
  ["TEST:pattern?width=320&height=240&fps=2.5&pace=consumer", "consumer"],
])("%s is understood", (url, pace) => {
  expect(parseCameraUrl(url)).toMatchObject({ ok: true, source: { pace } });
});

test.each([
  ["", /is not a URL; examples: file:/],
  ["videos/gate.mp4", /is not a URL/],
  ["C:\\videos\\gate.mp4", /unsupported camera scheme "c:"; supported: file:, test:/],
  ["file:videos/gate.mp4", /is a relative path; use an absolute path/],
  ["file://gate.mp4", /"gate.mp4" is in the place of a host; use three slashes/],
  ["file:///videos%2Fgate.mp4", /encoded slash/],
  ["file:///gate.mp4?lop=false", /unknown option lop \(known: loop, fps, pace\)/],
  ["file:///gate.mp4?loop=no&fps=0", /option loop: .*"true"\|"false".*; option fps: .*0\.1/],
  ["file:///gate.mp4?fps=", /option fps/],
  ["file:///gate.mp4?fps=Infinity", /option fps/],
  ["test:", /the only test source is "test:pattern"/],
  ["test:pattern?width=1e9", /option width: .*3840/],
  ["test:pattern?width=100.5", /option width: .*int/],
  ["test:pattern?pace=fast", /option pace/],
])("%s is refused with what to write instead", (url, problem) => {
  expect(parseCameraUrl(url)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test.each([
  ["rtsp://admin:p@ss/word@10.0.0.9:554/live", "rtsp://***@10.0.0.9:554/live"],
  ["http://10.0.0.9/shot.jpg?user=admin&pwd=hunter2&channel=1", "http://10.0.0.9/shot.jpg?user=***&pwd=***&channel=1"],
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
