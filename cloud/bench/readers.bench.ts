// Reads files of 1 and of 20 MB in each format of manifests, honest ones and ones made to take long, each in a process
// of its own; measures the time and the memory that reading takes beyond an idle process that holds the file.
// Run: node cloud/bench/readers.bench.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workbookOf } from "../src/inspection/manifests/importing/formats/xlsx/testing.ts";
import { readInThread } from "../src/inspection/manifests/importing/read-in-thread.ts";
import { peakRssBytes } from "./cloud-program.ts";

const MAX_ROWS = 50_000;
const HEADER = ["B/L No", "Container No", "Description of goods", "Packages", "Gross weight kg", "HS code", "Remarks"];
const row = (at: number) => [
  `B${Math.floor(at / 4)}`,
  "",
  `Green coffee ${at}`,
  "300",
  "18000.5",
  "090111",
  "dry ".repeat(100),
];

/** Repeats what `part` makes until a text has this size. */
function fill(bytes: number, head: string, part: (at: number) => string, tail = ""): Buffer {
  const parts = [head];
  for (let [at, size] = [0, head.length]; size < bytes; at += 1) {
    const text = part(at);
    parts.push(text);
    size += text.length;
  }
  return Buffer.from(parts.join("") + tail);
}

const json = (at: number) => {
  const [billOfLading, , description, numberOfPackages, , hsCode, remarks] = row(at * 4);
  return JSON.stringify({ billOfLading, declaredGoods: [{ description, numberOfPackages, hsCode, remarks }] });
};
const bill = (at: number) =>
  JSON.stringify({
    transportDocumentReference: `B${at}`,
    consignmentItems: [{ descriptionOfGoods: [`Coffee ${at}`, "dry ".repeat(80)], HSCodes: ["090111"] }],
  });
const UN = "UNB+UNOC:3+A+B+260101:1200+1'UNH+1+CUSCAR:D:95B:UN'BGM+785+R1+9'";

const UN_END = "UNT+1+1'UNZ+1+1'";

const files: Record<string, (bytes: number) => Buffer> = {
  CSV: (bytes) => fill(bytes, `${HEADER.join(",")}\n`, (at) => `${row(at).join(",")}\n`),
  "CSV in UTF-16": (bytes) =>
    Buffer.from(
      `\uFEFF${String(fill(bytes / 2, `${HEADER.join(";")}\n`, (at) => `${row(at).join(";")}\n`))}`,
      "utf16le",
    ),
  "CSV of quotation marks": (bytes) => fill(bytes, `${HEADER.join(",")}\n`, () => '""",'),
  "CSV of one line": (bytes) => fill(bytes, "B/L No,", () => "x,"),
  "CSV of one bill": (bytes) => fill(bytes, `${HEADER.join(",")}\n`, (at) => `B,,Tea ${at},1,1,,${"x".repeat(420)}\n`),
  XLSX: (bytes) =>
    Buffer.from(
      workbookOf({ A: [HEADER, ...Array.from({ length: Math.min(MAX_ROWS, bytes / 460) }, (_, at) => row(at))] }),
    ),
  "JSON lines": (bytes) => fill(bytes, "", (at) => `${json(at)}\n`),
  JSON: (bytes) => fill(bytes, "[", (at) => `${at ? "," : ""}${json(at)}`, "]"),
  Brackets: (bytes) => fill(bytes, "[", () => "["),
  "DCSA bills of lading": (bytes) => fill(bytes, "[", (at) => `${at ? "," : ""}${bill(at)}`, "]"),
  "EDIFACT CUSCAR": (bytes) =>
    fill(
      bytes,
      UN,
      (at) => `CNI+${at}+B${at}'GID+1+300:CT'FTX+AAA+++GREEN COFFEE ${"DRY ".repeat(80)}'MEA+AAE+G+KGM:18000'`,
      UN_END,
    ),
  "CUSCAR of unknown segments": (bytes) => fill(bytes, `${UN}GID+1+3:CT'`, (at) => `XYZ+${at}'`, UN_END),
  "CUSCAR without an end": (bytes) => fill(bytes, `${UN}FTX+AAA+++`, () => "+:?"),
  "CUSCAR of one container": (bytes) => fill(bytes, UN, (at) => `EQD+CN+CSQU3054383+22G1'SEL+S${at}'`, UN_END),
};

const [, , path] = process.argv;
if (path === undefined) await bench();
else await readOne(path);

async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const table: Record<string, Record<string, string>> = {};
  for (const [name, fileOf] of Object.entries(files)) {
    const small = await readInProcess(join(folder, "small"), fileOf(1e6));
    const large = await readInProcess(join(folder, "large"), fileOf(20e6));
    table[name] = {
      "1 MB, s (at most 2)": small.seconds.toFixed(2),
      "20 MB, s": large.seconds.toFixed(1),
      "memory for it, MB (at most 300)": (large.bytes / 1e6).toFixed(0),
      answer: large.answer,
    };
  }
  await rm(folder, { recursive: true });
  console.table(table);
}

type Measured = { seconds: number; bytes: number; answer: string };

/** Reads in a process that has made no file: memory that making one left free would count as none. */
async function readInProcess(file: string, content: Buffer): Promise<Measured> {
  await writeFile(file, content);
  const [measured]: Measured[] = await once(fork(import.meta.filename, [file]), "message");
  if (!measured) throw new Error(`reading ${file} measured nothing`);
  return measured;
}

async function readOne(file: string): Promise<void> {
  const bytes = await readFile(file);
  const beforeBytes = peakRssBytes(process);
  const startMs = performance.now();
  const read = await readInThread({ bytes, options: { answers: {}, remembered: {}, maxRows: MAX_ROWS } });
  const seconds = (performance.now() - startMs) / 1_000;
  const answer = read.problem ?? `${read.manifests.length} manifests`;
  process.send?.({ seconds, bytes: peakRssBytes(process) - beforeBytes, answer: answer.slice(0, 70) });
  process.disconnect();
}
