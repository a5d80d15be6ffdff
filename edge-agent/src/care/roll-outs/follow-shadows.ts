import type { ReleaseReport, ShadowComparison, WantedRelease } from "@container-inspection/shared-schemas/releases";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Shadows } from "../shadows/open-shadows.ts";
import type { AppliedRelease } from "../../config/applied-releases.ts";
import { type PrepareParts, prepareRelease } from "./prepare-release.ts";
import { createReleaseReports, type ReleaseReports } from "./release-reports.ts";
import { readShadows, type SavedShadow, writeShadows } from "./shadow-file.ts";

/** Interval in ms at which the counts are written to the disk; a power cut can lose those of one interval. */
const SAVE_MS = 60_000;
/** Running time in milliseconds after which a shadow is known not to end the agent. */
const PROVEN_MS = 600_000;
/** Maximum number of times in a row that the agent may end soon after a shadow has started. */
const MAX_STARTS = 3;
/** Memory of a worker besides its model, bytes, and memory of a model as a multiple of its file's size. */
const WORKER_BYTES = 200_000_000;
const MODEL_TIMES = 3;

export type ShadowReport = ReleaseReport & { comparison: ShadowComparison | null };

type Parts = Omit<PrepareParts, "reports" | "signal"> & {
  shadows: Pick<Shadows, "open" | "close" | "countsOf">;
  clock: Pick<Clock, "monotonicMs">;
  /** Memory that this process may still use, bytes. */
  availableBytes: () => number;
};
/** `isRunning`: it was started, and not refused for its starts. */
type Entry = SavedShadow & { startedMs: number; isRunning: boolean };

/**
 * Runs the shadow models that the cloud wants beside those in use. Those of the previous start run again at once, with
 * their counts. A shadow with which the agent ended several times soon after its start is refused.
 */
export function followShadows(parts: Parts) {
  const { config, shadows } = parts;
  const reports = createReleaseReports([]);
  const book = createShadowBook(parts, reports);
  const restored = book.restore();
  const saving = setInterval(book.saveNow, SAVE_MS);

  return {
    /** Ends the shadows that are no longer to be compared, and frees their memory. */
    async keepOnly(wanted: readonly WantedRelease[]): Promise<void> {
      await restored;
      const ids = new Set(wanted.map(({ releaseId }) => releaseId));
      reports.keepOnly(ids);
      await book.keepOnly(ids);
    },
    /** Prepares and starts the wanted shadows that do not run yet. */
    async follow(wanted: readonly WantedRelease[], signal: AbortSignal): Promise<void> {
      for (const each of wanted) {
        if (book.has(each.releaseId) || signal.aborted) continue;
        const problem = findMemoryProblem(each, parts.availableBytes());
        if (problem !== null) {
          if (reports.set(each, "waiting", problem)) parts.logger.warn({ name: each.name, problem }, "a shadow waits");
          continue;
        }
        const others = config.releases.filter(({ kind, name }) => kind !== each.kind || name !== each.name);
        const ready = await prepareRelease(each, others, { ...parts, reports, signal });
        if (ready && !signal.aborted) await book.begin(ready, { counts: null, starts: 0 });
      }
    },
    reports: (): ShadowReport[] =>
      reports.list().map((report) => {
        const counts = shadows.countsOf(report.releaseId);
        return { ...report, comparison: counts?.report() ?? null };
      }),
    /** Saves the counts; call it when the agent stops in order. */
    async stop(): Promise<void> {
      clearInterval(saving);
      await restored;
      book.saveAtEnd();
    },
  };
}

/** The shadows that were started, as they are kept on the disk. */
function createShadowBook(parts: Parts, reports: ReleaseReports) {
  const { config, shadows, clock, logger } = parts;
  const entries = new Map<string, Entry>();

  const save = (startsOf: (entry: Entry) => number): void => {
    for (const entry of entries.values()) {
      entry.counts = shadows.countsOf(entry.release.releaseId)?.saved() ?? entry.counts;
      // A shadow refused for its starts stays refused.
      if (entry.starts < MAX_STARTS || entry.isRunning) entry.starts = startsOf(entry);
    }
    const list = [...entries.values()].map(({ release, counts, starts }) => ({ release, counts, starts }));
    tryToWrite(config.dataDir, list, logger);
  };
  const saveNow = () => save(({ startedMs, starts }) => (clock.monotonicMs() - startedMs > PROVEN_MS ? 0 : starts));

  const begin = async (release: AppliedRelease, before: Pick<SavedShadow, "counts" | "starts">): Promise<void> => {
    const starts = before.starts + 1;
    const entry = { release, counts: before.counts, starts, startedMs: clock.monotonicMs(), isRunning: true };
    entries.set(release.releaseId, entry);
    saveNow();
    try {
      await shadows.open({ ...release, file: fileOf(release) }, entry.counts);
      reports.set(release, "comparing");
      const { name, version } = release;
      logger.info({ name, version }, "a model runs beside the one in use, for comparison");
    } catch (error) {
      reports.set(release, "refused", error instanceof Error ? error.message : String(error));
      logger.error({ err: error, name: release.name }, "a model cannot be compared");
      parts.onRefusal();
    }
  };

  return {
    begin,
    saveNow,
    saveAtEnd: () => save(() => 0),
    has: (releaseId: string) => entries.has(releaseId),
    async restore(): Promise<void> {
      for (const { release, counts, starts } of readShadows(config.dataDir)) {
        // It has become the model in use.
        if (config.releases.some(({ releaseId }) => releaseId === release.releaseId)) continue;
        if (starts < MAX_STARTS) await begin(release, { counts, starts });
        else {
          entries.set(release.releaseId, { release, counts, starts, startedMs: 0, isRunning: false });
          reports.set(release, "refused", `the agent ended ${starts} times within minutes of starting it`);
        }
      }
    },
    async keepOnly(ids: ReadonlySet<string>): Promise<void> {
      const ended = [...entries.keys()].filter((id) => !ids.has(id));
      for (const id of ended) {
        entries.delete(id);
        await shadows.close(id);
      }
      if (ended.length > 0) saveNow();
    },
  };
}

/** The file of a model: what its release sets. */
const fileOf = ({ settings }: AppliedRelease): string => String(JSON.parse(settings[0]?.value ?? '""'));

function findMemoryProblem({ sizeBytes }: WantedRelease, availableBytes: number): string | null {
  const neededBytes = MODEL_TIMES * sizeBytes + WORKER_BYTES;
  if (availableBytes >= neededBytes) return null;
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  return `${megabytes(availableBytes)} MB of memory are free, and ${megabytes(neededBytes)} MB are needed`;
}

function tryToWrite(dataDir: string, list: readonly SavedShadow[], logger: Logger): void {
  try {
    writeShadows(dataDir, list);
  } catch (error) {
    logger.error({ err: error }, "the list of models that are compared cannot be written");
  }
}
