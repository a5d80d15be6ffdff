import { expect, test } from "vitest";
import { multipartBoundary, readParts } from "./multipart.ts";

async function parts(text: string, boundary: string, chunkBytes: number): Promise<string[]> {
  async function* chunks() {
    const bytes = Buffer.from(text, "latin1");
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const found: string[] = [];
  for await (const part of readParts(chunks(), boundary)) found.push(part.toString("latin1").trimEnd());
  return found;
}

const withLengths =
  "--cam\r\nContent-Type: image/jpeg\r\nContent-Length: 5\r\n\r\none--\r\n--cam\r\nContent-Length: 3\r\n\r\ntwo\r\n";
const withoutLengths = "\r\n--cam\r\nContent-Type: image/jpeg\r\n\r\none\r\n--cam\r\n\r\ntwo\r\n--cam\r\n";

test.each([1, 7, 1000])("parts are found whatever the chunks, here of %d bytes", async (chunkBytes) => {
  expect(await parts(withLengths, "cam", chunkBytes)).toEqual(["one--", "two"]);
  expect(await parts(withoutLengths, "cam", chunkBytes)).toEqual(["one", "two"]);
});

test("a boundary that is named with its dashes, or quoted, is understood", async () => {
  expect(await parts(withLengths, "--cam", 100)).toEqual(["one--", "two"]);
  expect(multipartBoundary('multipart/x-mixed-replace; boundary="--cam"')).toBe("--cam");
  expect(multipartBoundary("Multipart/X-Mixed-Replace;boundary=cam; charset=x")).toBe("cam");
  expect(multipartBoundary("image/jpeg")).toBeUndefined();
});

test("a picture that was cut off by the end of the stream is left out", async () => {
  expect(await parts(withLengths.slice(0, -4), "cam", 100)).toEqual(["one--"]);
});

test("a picture without its end mark ends at the boundary that follows it at once", async () => {
  const damaged = `--cam\r\nContent-Length: 6\r\n\r\n\xff\xd8\xff\xe0ab`;
  expect(await parts(`${damaged}${damaged}--cam`, "cam", 100)).toEqual(["\xff\xd8\xff\xe0ab", "\xff\xd8\xff\xe0ab"]);
});
