import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLogFile } from "./log-file.ts";

function place() {
  const folder = mkdtempSync(path.join(tmpdir(), "log-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "cloud.log");
  return { file, read: (name = file) => readFileSync(name, "utf8") };
}

test("the log of the start before is kept beside the new one", () => {
  const { file, read } = place();
  const crashed = openLogFile(file);
  crashed.write(Buffer.from("it crashed because of this\n"));
  crashed.close();
  openLogFile(file).write(Buffer.from("started\n"));
  expect([read(), read(`${file}.1`)]).toEqual(["started\n", "it crashed because of this\n"]);
});

test("a log that becomes too large is restarted, and its previous content is kept once", () => {
  const { file, read } = place();
  const log = openLogFile(file, 10);
  for (const line of ["first\n", "second\n", "third, which is long\n", "4\n"]) log.write(Buffer.from(line));
  expect([read(), read(`${file}.1`)]).toEqual(["4\n", "third, which is long\n"]);
});
