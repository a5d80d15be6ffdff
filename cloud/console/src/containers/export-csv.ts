import type { Container } from "@container-inspection/shared-schemas";
import { api, bodyOf } from "../api/client.ts";
import type { ContainerFilter } from "./containers-api.ts";

/** The most rows of a file: beyond that, exporting would read the list for minutes. */
const MOST_ROWS = 10_000;

const COLUMNS: [string, (container: Container) => string | null | undefined][] = [
  ["Container number", ({ containerNumber }) => containerNumber],
  ["Number check", ({ numberCheck }) => numberCheck],
  ["Size-type", ({ sizeType }) => sizeType],
  ["Status", ({ status }) => status],
  ["Owner", ({ owner }) => owner.email],
  ["Visit", ({ visit }) => String(visit.number)],
  ["Visit opened", ({ visit }) => visit.openedAt],
  ["Last scan", ({ categoryScan }) => categoryScan?.timestamp],
  ["Camera", ({ categoryScan }) => categoryScan?.cameraId],
  [
    "Found",
    ({ categoryScan }) => categoryScan?.summary.map(({ count, className }) => `${count} ${className}`).join("; "),
  ],
  ["Manifests", ({ manifestIds }) => manifestIds.join("; ")],
  ["Id", ({ id }) => id],
];

type Exported = { rows: number; isComplete: boolean };

/** Saves the containers of this filter as a CSV file, those with the last activity first. */
export async function exportCsv(filter: ContainerFilter): Promise<Exported> {
  const containers: Container[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { ...filter, sort: "lastActivity" as const, limit: 200, ...(cursor && { cursor }) };
    const { data } = await bodyOf(api.GET("/v1/containers", { params: { query } }));
    containers.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor && containers.length < MOST_ROWS);
  save(csvOf(containers), `containers-${new Date().toISOString().slice(0, 10)}.csv`);
  return { rows: containers.length, isComplete: !cursor };
}

/** CSV as RFC 4180 has it, with a byte order mark, by which spreadsheets know UTF-8. */
function csvOf(containers: Container[]): string {
  const lines = [COLUMNS.map(([name]) => name), ...containers.map((one) => COLUMNS.map(([, valueOf]) => valueOf(one)))];
  return `\uFEFF${lines.map((cells) => `${cells.map((cell) => cellOf(cell ?? "")).join(",")}\r\n`).join("")}`;
}

/** Spreadsheets run a text that begins like a formula: an apostrophe keeps it a text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
