import type { ManifestImport } from "@container-inspection/shared-schemas/manifests";
import { isRefusal, NoAnswerError, problemOf } from "../../api/api-error.ts";
import { api, bodyOf } from "../../api/client.ts";
import { connection } from "../../api/connection.ts";
import { createStore } from "../../api/store.ts";
import { columnName } from "../manifest-fields.ts";
import type { ImportFile } from "./import-file.ts";
import type { MappedRow } from "./map-rows.ts";
import type { Part } from "./split-parts.ts";

export type RowResult = {
  line: number;
  outcome: ManifestImport["lines"][number]["outcome"];
  manifestId?: string | undefined;
  problems: string[];
};

/** Between a lost reply and the next try. */
const SOON_MS = 2_000;

/** An import in progress, or its outcome. It continues while other pages are shown. */
export type ImportRun = {
  /** Prefix of its idempotency keys: parts that are sent again are imported once. */
  id: string;
  fileName: string;
  contentType: "text/csv" | "application/x-ndjson";
  parts: Part[];
  content: ImportFile["content"];
  /** Number of parts that the service has answered. */
  done: number;
  state: "running" | "stopped" | "done";
  /** Reason for which it stopped; `isWaiting` is true if it continues when the service responds again. */
  problem?: string | undefined;
  isWaiting?: boolean;
  /** The rows so far, in the order of the file. */
  results: RowResult[];
};

/** Callback for the end of an import; until then, `ask` makes the browser ask before it closes the tab. */
let atEnd: (run: ImportRun) => void = () => undefined;
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export const importRun = createStore<ImportRun | undefined>(undefined);

/**
 * Begins to send the parts, one after the other; `unsent` are rows that cannot be sent, with their problems. `onEnd` is
 * called once all parts are answered, whichever page is shown then.
 */
export function startImport(
  run: Pick<ImportRun, "id" | "fileName" | "contentType" | "parts" | "content">,
  unsent: readonly MappedRow[],
  onEnd: (run: ImportRun) => void,
): void {
  atEnd = onEnd;
  window.addEventListener("beforeunload", ask);
  const results = unsent.map(({ line, problems }) => ({ line, outcome: "failed" as const, problems }));
  importRun.set({ ...run, done: 0, state: "running", results: inOrder(results) });
  void sendParts();
}

/** Resumes a stopped import at the part where it stopped, with that part's idempotency key. */
export function continueImport(): void {
  const run = importRun.get();
  if (run?.state !== "stopped") return;
  importRun.set({ ...run, state: "running", problem: undefined });
  void sendParts();
}

/** 128 random bits, also where a page over plain HTTP has no `randomUUID`. */
export const newRunId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function sendParts(): Promise<void> {
  for (;;) {
    const run = importRun.get();
    if (run?.state !== "running") return;
    const part = run.parts[run.done];
    if (!part) return finish({ ...run, state: "done" });
    try {
      const results = await sendPart(run, part);
      importRun.set({ ...run, done: run.done + 1, results: inOrder([...run.results, ...results]) });
    } catch (error) {
      const isWaiting = error instanceof NoAnswerError;
      if (isWaiting) continueWithConnection();
      return importRun.set({ ...run, state: "stopped", problem: problemOf(error), isWaiting });
    }
  }
}

function finish(run: ImportRun): void {
  window.removeEventListener("beforeunload", ask);
  importRun.set(run);
  atEnd(run);
}

/** A part that the service refuses as a whole is an outcome of its rows; all else stops the import. */
async function sendPart(run: ImportRun, part: Part): Promise<RowResult[]> {
  try {
    const { data } = await bodyOf(
      api.POST("/v1/manifests/import", {
        params: { header: { "idempotency-key": `${run.id}-${run.done}` } },
        headers: { "Content-Type": run.contentType },
        body: part.body,
        bodySerializer: (body: string) => body,
      }),
    );
    return resultsOf(part, data);
  } catch (error) {
    if (!isRefusal(error, 400, 409, 413)) throw error;
    return part.rows.map(({ line }) => ({ line, outcome: "failed", problems: [error.explanation] }));
  }
}

function resultsOf(part: Part, { lines }: ManifestImport): RowResult[] {
  return lines.map(({ line, outcome, manifestId, errors = [] }) => ({
    line: part.rowAt(line)?.line ?? line,
    outcome,
    manifestId,
    problems: errors.map(({ path, message }) => (path === "" ? message : `${columnName(path)} ${message}.`)),
  }));
}

/** Continues when the service responds again, or soon where it responds already, and one reply alone was lost. */
function continueWithConnection(): void {
  if (!connection.get().isLost) return void window.setTimeout(continueImport, SOON_MS);
  const stop = connection.subscribe(() => {
    if (connection.get().isLost) return;
    stop();
    continueImport();
  });
}

const inOrder = (results: RowResult[]) => results.toSorted((one, other) => one.line - other.line);
