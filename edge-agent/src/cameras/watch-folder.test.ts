import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { listPictures, moveDropped, readDropped } from "./drop-folder.ts";
import { encodeJpeg } from "./testing/encode-jpeg.ts";
import { watchFolder } from "./watch-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "watch-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, bytes: Uint8Array) => writeFileSync(path.join(folder, name), bytes);
const isThere = (name: string) => existsSync(path.join(folder, name));

/** Watches the folder; the clock only advances when it is moved. */
function watch(giveUpAfter = 60) {
  const warnings: string[] = [];
  let nowMs = 0;
  const stopping = new AbortController();
  const settings = {
    maxWidthPixels: undefined,
    maxHeightPixels: undefined,
    framesPerSecond: undefined,
    look: undefined,
    takePackets: undefined,
    decoder: "software",
    onDecoder: () => {},
    onLeftOut: () => {},
    stateFile: undefined,
    monotonicMs: () => nowMs,
    onWaiting: () => {},
    onWarning: (text: string) => void warnings.push(text),
  };
  const pictures = watchFolder({ folder, moveTo: "done", poll: 0.01, giveUpAfter }, settings, stopping.signal);
  onTestFinished(() => stopping.abort());
  return { next: async () => (await pictures.next()).value?.key, warnings, pass: (ms: number) => (nowMs += ms) };
}

test("a name that the scanner uses again replaces nothing that was moved before", async () => {
  const pictures = await Promise.all([11, 12, 13].map((index) => encodeJpeg(index)));
  const { next } = watch();
  for (const picture of pictures) {
    put("scan0001.jpg", picture);
    expect(await next()).toContain("scan0001.jpg");
    put("next.jpg", picture);
    expect(await next()).toContain("next.jpg");
    expect(isThere("scan0001.jpg")).toBe(false);
  }
  const kept = readdirSync(path.join(folder, "done")).filter((name) => name.startsWith("scan"));
  expect(kept.filter((name) => /^scan0001(-\d{8}T\d{9}Z)?\.jpg$/.test(name))).toHaveLength(3);
  const bytes = kept.map((name) => readFileSync(path.join(folder, "done", name)));
  for (const picture of pictures) expect(bytes.some((each) => each.equals(picture))).toBe(true);
});

test("files of the same name and time, and of names as long as can be, keep what lies there", async () => {
  for (const name of ["a.jpg", `${"x".repeat(251)}.jpg`])
    for (const text of ["1", "2", "3"]) {
      put(name, Buffer.from(text));
      utimesSync(path.join(folder, name), 1000, 2000);
      for (const file of await listPictures(folder)) await moveDropped(folder, file, "unreadable");
    }
  const moved = readdirSync(path.join(folder, "unreadable"));
  const texts = moved.map((name) => readFileSync(path.join(folder, "unreadable", name), "utf8"));
  expect(texts.toSorted()).toEqual(["1", "1", "2", "2", "3", "3"]);
});

test("links and pipes are set aside unread at once, each with a warning, and the pictures after them are read", async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const foreign = path.join(elsewhere, "foreign.jpg");
  writeFileSync(foreign, await encodeJpeg(30));
  symlinkSync("/dev/zero", path.join(folder, "a.jpg"));
  symlinkSync(foreign, path.join(folder, "b.jpg"));
  symlinkSync(path.join(folder, "nowhere"), path.join(folder, "c.jpg"));
  const server = createServer().listen(path.join(folder, "d.jpg"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  put("later.jpg", await encodeJpeg(31));
  const { next, warnings } = watch();
  expect(await next()).toContain("later.jpg");
  put("last.jpg", await encodeJpeg(32));
  expect(await next()).toContain("last.jpg");
  expect(readdirSync(path.join(folder, "unreadable")).toSorted()).toEqual(["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
  expect(readFileSync(foreign).equals(await encodeJpeg(30))).toBe(true);
  expect(warnings.map((text) => text.slice(0, 5)).toSorted()).toEqual(["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
  expect(warnings[0]).toContain("was set aside: it is a link, a pipe or a device");
});

test("a file that becomes a link after the look is not followed", async () => {
  put("a.jpg", await encodeJpeg(1));
  const [file] = await listPictures(folder);
  rmSync(path.join(folder, "a.jpg"));
  symlinkSync("/dev/zero", path.join(folder, "a.jpg"));
  await expect(file && readDropped(folder, file)).rejects.toThrow("ELOOP");
});

test("names that are no UTF-8 are read and moved as they are, and names with a dot first are left alone", async () => {
  const name = Buffer.from("\xdcbersee.jpg", "latin1");
  put(".hidden.jpg", await encodeJpeg(20));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), await encodeJpeg(21));
  const { next } = watch();
  expect(await next()).toContain("xdcbersee.jpg");
  put("last.jpg", await encodeJpeg(22));
  expect(await next()).toContain("last.jpg");
  expect(readdirSync(path.join(folder, "done"), { encoding: "buffer" })).toEqual([name]);
  expect(readdirSync(folder).toSorted()).toEqual([".hidden.jpg", "done", "last.jpg"]);
});

test("each damaged file has one warning, and nothing in the folder of unreadable files is replaced", async () => {
  const { next, warnings, pass } = watch(1);
  for (const [index, text] of ["first", "second"].entries()) {
    put("broken.jpg", Buffer.from(text));
    put(`good-${index}.jpg`, await encodeJpeg(index));
    expect(await next()).toContain(`good-${index}.jpg`);
    pass(5_000);
    put(`later-${index}.jpg`, await encodeJpeg(index));
    expect(await next()).toContain(`later-${index}.jpg`);
  }
  put("last.jpg", await encodeJpeg(9));
  expect(await next()).toContain("last.jpg");
  expect(warnings.map((text) => text.slice(0, 10))).toEqual(["broken.jpg", "broken.jpg"]);
  const aside = readdirSync(path.join(folder, "unreadable"));
  const texts = aside.map((name) => readFileSync(path.join(folder, "unreadable", name), "utf8"));
  expect(texts.toSorted()).toEqual(["first", "second"]);
});
