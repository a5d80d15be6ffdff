// Imports a file of 20,000 rows, which are 5,000 manifests of 5,000 containers, in each format that has rows; measures
// the time until all are written, the delay for other requests, and the peak memory of the cloud.
// Run: node cloud/bench/imports.bench.ts
import { setTimeout as delay } from "node:timers/promises";
import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import { workbookOf } from "../src/inspection/manifests/importing/formats/xlsx/testing.ts";
import { askP99, type Cloud, peakRssBytes, signIn, startProber, withCloud } from "./cloud-program.ts";

const MANIFESTS = 5_000;
const LINES = 4;
const HEADER = ["B/L No", "Container No", "Description of goods", "Packages", "Gross weight kg", "HS code", "Seals"];
const GOODS = [
  ["Green coffee in bags", "300", "18000.5", "090111"],
  ["Machine parts of steel", "12", "2400", "843149"],
  ["Cotton shirts, men's", "640", "3100.25", "610510"],
  ["Ceramic tiles", "20", "950", "690721"],
] as const;

/** Rows of a file whose bills begin with a mark of its own. */
const rowsOf = (mark: string): string[][] =>
  Array.from({ length: MANIFESTS * LINES }, (_, at) => {
    const manifest = Math.floor(at / LINES);
    const [description, packages, weight, hsCode] = GOODS[at % LINES] ?? GOODS[0];
    const serial = `${mark}U${100_000 + manifest}`;
    const container = `${serial}${checkDigit(serial)}`;
    return [`${mark}${manifest}`, container, description, packages, weight, hsCode, `S${manifest}`];
  });

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvOf = (rows: string[][]) => Buffer.from(rows.map((row) => row.map(quoted).join(",")).join("\r\n"));
const jsonLinesOf = (rows: string[][]) =>
  Array.from({ length: MANIFESTS }, (_, at) => {
    const own = rows.slice(at * LINES, (at + 1) * LINES);
    const [billOfLading, containerNumber] = own[0] ?? [];
    const declaredGoods = own.map(([, , description, numberOfPackages, grossWeight, hsCode]) => ({
      description,
      numberOfPackages,
      grossWeight,
      hsCode,
    }));
    return JSON.stringify({ billOfLading, containerNumber, declaredGoods });
  }).join("\n");
const cuscarOf = (rows: string[][]) =>
  [
    "UNB+UNOC:3+SENDER+PORT+260101:1200+1",
    "UNH+1+CUSCAR:D:95B:UN",
    "BGM+785+R1+9",
    ...rows.flatMap(([bill, container, description, packages, weight, , seal], at) => [
      ...(at % LINES === 0
        ? [`CNI+${at / LINES + 1}+${bill}`, `RFF+BM:${bill}`, `EQD+CN+${container}+22G1:102:5`, `SEL+${seal}`]
        : []),
      `GID+${(at % LINES) + 1}+${packages}:CT`,
      `FTX+AAA+++${description?.replaceAll("'", "?'")}`,
      `MEA+AAE+G+KGM:${weight}`,
      `SGP+${container}+${packages}`,
    ]),
    "UNT+1+1",
    "UNZ+1+1'",
  ].join("'\r\n");
const files: Record<string, Buffer> = {
  CSV: csvOf([HEADER, ...rowsOf("CSV")]),
  XLSX: Buffer.from(workbookOf({ Manifest: [HEADER, ...rowsOf("XLS")] })),
  "JSON lines, four goods in each": Buffer.from(jsonLinesOf(rowsOf("JSN"))),
  "EDIFACT CUSCAR, one message": Buffer.from(cuscarOf(rowsOf("EDI"))),
};

await withCloud(measure);

async function measure({ url, program }: Cloud): Promise<void> {
  const headers = { Authorization: `Bearer ${await signIn(url)}` };
  const prober = await startProber(url);
  await delay(5_000);
  const quietMs = await askP99(prober);
  const table: Record<string, Record<string, string>> = {};
  for (const [name, file] of Object.entries(files)) {
    const startMs = performance.now();
    const { state, rows, problem } = await importFile(url, headers, file);
    const seconds = (performance.now() - startMs) / 1_000;
    const busyMs = await askP99(prober);
    table[name] = {
      MB: (file.length / 1e6).toFixed(1),
      state: problem ?? state,
      rows: `${rows.imported} of ${rows.total}`,
      "s (at most 60)": seconds.toFixed(1),
      "GET /v1/containers, p99 meanwhile, ms (at most 250)": busyMs.toFixed(0),
    };
  }
  prober.kill();
  console.table(table);
  console.log(
    `p99 before: ${quietMs.toFixed(0)} ms; peak memory of the cloud: ${(peakRssBytes(program) / 2 ** 20).toFixed(0)} MiB`,
  );
}

type Import = { id: string; state: string; problem: string | null; rows: { imported: number; total: number } };

/** Sends a file and waits until its import has ended. */
async function importFile(url: string, headers: Record<string, string>, file: Buffer): Promise<Import> {
  const place = `${url}/v1/manifests/imports`;
  const type = { "Content-Type": "application/octet-stream" };
  const reply = await fetch(place, { method: "POST", headers: { ...headers, ...type }, body: new Uint8Array(file) });
  let { data }: { data: Import } = JSON.parse(await reply.text());
  if (reply.status !== 202) throw new Error(`the file was answered ${reply.status}`);
  while (data.state === "waiting" || data.state === "running") {
    await delay(250);
    const asked = await fetch(`${place}/${data.id}`, { headers });
    ({ data } = JSON.parse(await asked.text()));
  }
  return data;
}
