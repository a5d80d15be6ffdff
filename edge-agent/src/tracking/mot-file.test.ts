import { expect, test } from "vitest";
import { followMotFile } from "./mot-file.ts";

const settings = { framesPerSecond: 10, bufferMs: 1_000 };

test("detections become tracks, one line of results for each object seen", () => {
  const detections =
    "1,-1,10,20,40,80,0.9,-1,-1,-1\r\n2,-1,12,20,40,80,0.7,-1,-1,-1\n\n4,-1,16,20,40,80,0.8,-1,-1,-1\n";
  const followed = followMotFile(detections, settings);
  expect(followed).toMatchObject({ frames: 4, detections: 3 });
  expect(followed.tracks).toEqual([
    { trackingId: 1, firstFrame: 1, lastFrame: 4, hitCount: 3, meanConfidence: expect.closeTo(0.8, 9) },
  ]);
  const lines = followed.results.trimEnd().split("\n");
  expect(lines.map((line) => line.split(",").slice(0, 2))).toEqual([
    ["1", "1"],
    ["2", "1"],
    ["4", "1"],
  ]);
  expect(lines[0]).toBe("1,1,10.00,20.00,40.00,80.00,0.9000,-1,-1,-1");
});

test("the rate decides how long a gap is", () => {
  const detections = "1,-1,10,20,40,80,0.9\n25,-1,10,20,40,80,0.9\n26,-1,10,20,40,80,0.9\n";
  expect(followMotFile(detections, settings).tracks.map(({ trackingId }) => trackingId)).toEqual([1, 2]);
  expect(followMotFile(detections, { ...settings, framesPerSecond: 30 }).tracks).toHaveLength(1);
});

test("an empty file has no tracks", () => {
  expect(followMotFile("", settings)).toEqual({ frames: 0, detections: 0, tracks: [], results: "" });
});

test.each([
  ["0,-1,1,1,1,1,0.5", "the frame must be"],
  ["9000000,-1,1,1,1,1,0.5", "the frame must be"],
  ["1,-1,1,1,1,0.5", "the confidence must be"],
  ["1,-1,1,1,,1,0.5", "left, top, width and height must be numbers"],
  ["1,-1,1,1,1,-1,0.5", "width and height must be positive"],
  ["1,-1,1,1,1,1,57", "the confidence must be"],
])("the line %s is refused by its number", (line, reason) => {
  expect(() => followMotFile(`1,-1,1,1,1,1,0.5\n${line}\n`, settings)).toThrow(`line 2: ${reason}`);
});
