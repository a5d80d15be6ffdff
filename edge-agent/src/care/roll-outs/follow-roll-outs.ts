import { readdir, rm, stat } from "node:fs/promises";
import type { ReleaseReport, WantedRelease } from "@container-inspection/shared-schemas/releases";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Clock } from "../../base/clock.ts";
import type { AgentConfig } from "../../config/config.ts";
import type { ApiKey } from "../../forwarding/link/api-key.ts";
import type { Logger } from "../../base/logger.ts";
import { type AppliedRelease, readApplied, releasesFolder, writeApplied } from "../../config/applied-releases.ts";
import type { Shadows } from "../shadows/open-shadows.ts";
import type { readDisk } from "../../base/read-disk.ts";
import { followShadows, type ShadowReport } from "./follow-shadows.ts";
import { prepareRelease } from "./prepare-release.ts";
import { createReleaseReports, type Named, type ReleaseReports } from "./release-reports.ts";

/** Releases that stay unpacked though they are not used, so that a device returns to them without a download. */
const KEPT = 2;
/** Time in ms that a requested restart may take before it is requested again. */
const RESTART_MS = 60_000;

export type RollOuts = {
  /**
   * Takes the releases that the cloud wants this device to run, from the reply to a heartbeat; undefined if it does
   * not know. A cloud that names no shadows wants none.
   */
  note(wanted: readonly WantedRelease[] | undefined, shadows?: readonly WantedRelease[]): void;
  /** Calls back when a release was refused, which people wait for. */
  onRefusal(callBack: () => void): void;
  /** Returns the progress of this device with each release. */
  reports(): ReleaseReport[];
  /** Returns the progress with each model that is compared with one in use, and how the two differ. */
  shadows(): ShadowReport[];
  stop(): Promise<void>;
};

type Parts = {
  config: AgentConfig;
  apiKey: ApiKey;
  environment: Record<string, string | undefined>;
  /** Asks for a start with the configuration as it is then. */
  requestRestart: () => void;
  /** Runner of the models beside those in use. */
  shadows: Pick<Shadows, "open" | "close" | "countsOf">;
  /** Memory that this process may still use, bytes. */
  availableBytes: () => number;
  readDisk: typeof readDisk;
  clock: Pick<Clock, "monotonicMs">;
  logger: Logger;
};

/** Releases for the device to run, and releases to compare with them. */
type Wanted = { wanted: readonly WantedRelease[]; compared: readonly WantedRelease[] };

/**
 * Brings this device to the releases that the cloud wants: downloads each one, checks it, adds it to the list that
 * changes the configuration, and requests a restart. A refused release is tried again after the next start; a
 * temporary failure is retried with the next heartbeat. Until a release can be used, the previous one stays.
 */
export function followRollOuts(parts: Parts): RollOuts {
  const { config, requestRestart, clock, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const reports = createReleaseReports(config.releases);
  takeBack(parts, reports);
  let working: { wanted: string; changed: AbortController; done: Promise<void> } | undefined;
  let restartsUntilMs = -Infinity;
  let noteRefusal = () => {};
  const preparing = { ...parts, reports, onRefusal: () => noteRefusal() };
  const shadows = followShadows(preparing);

  const follow = async ({ wanted, compared }: Wanted, given: AbortSignal): Promise<void> => {
    // First, so that its memory is free for the release to check.
    await shadows.keepOnly(compared);
    const subjects = new Set(wanted.map(subjectOf));
    let next = config.releases.filter((release) => subjects.has(subjectOf(release)));
    for (const each of wanted) {
      const others = next.filter((release) => subjectOf(release) !== subjectOf(each));
      const running = config.releases.find(({ releaseId }) => releaseId === each.releaseId);
      const ready = running ?? (await prepareRelease(each, others, { ...preparing, signal: given }));
      if (given.aborted) return;
      if (ready) next = [...others, ready];
    }
    const ids = new Set(idsOf([...wanted, ...config.releases]));
    reports.keepOnly(ids);
    await cleanUp(config.dataDir, new Set([...ids, ...idsOf(compared)]));
    if (given.aborted) return;
    if (idsOf(next).join() === idsOf(config.releases).join()) return shadows.follow(compared, given);
    if (!tryToWrite(parts, next)) return;
    const shown = next.map(({ kind, name, version }) => ({ kind, name, version }));
    logger.info({ releases: shown }, "what is rolled out to this device has changed; starting with it");
    restartsUntilMs = clock.monotonicMs() + RESTART_MS;
    requestRestart();
  };

  return {
    note(wanted, compared = []) {
      if (wanted === undefined || signal.aborted) return;
      const ids = `${idsOf(wanted).join()} ${idsOf(compared).join()}`;
      // A release stopped or rolled back during its download must not be used: the next heartbeat begins again.
      if (working && working.wanted !== ids) working.changed.abort();
      if (working || clock.monotonicMs() < restartsUntilMs) return;
      const changed = new AbortController();
      const done = follow({ wanted, compared }, AbortSignal.any([signal, changed.signal]))
        .catch((error: unknown) => logger.error({ err: error }, "what is rolled out to this device cannot be followed"))
        .finally(() => (working = undefined));
      working = { wanted: ids, changed, done };
    },
    onRefusal: (callBack) => void (noteRefusal = callBack),
    reports: reports.list,
    shadows: shadows.reports,
    async stop() {
      stopping.abort();
      await working?.done;
      await shadows.stop();
    },
  };
}

const subjectOf = ({ kind, name }: Pick<Named, "kind" | "name">) => `${kind} ${name}`;
const idsOf = (releases: readonly Named[]) => releases.map(({ releaseId }) => releaseId).toSorted();

/** Takes back releases missing from this configuration: they did not work and must not be tried at each start. */
function takeBack(parts: Parts, reports: ReleaseReports): void {
  const { dataDir, releases } = parts.config;
  const running = new Set(idsOf(releases));
  const failed = readApplied(dataDir).filter(({ releaseId }) => !running.has(releaseId));
  const reason = "the agent cannot start with it, or it does not fit the configuration file; the log has the reason";
  for (const release of failed) reports.set(release, "refused", reason);
  if (failed.length > 0) tryToWrite(parts, releases);
}

function tryToWrite({ config, logger }: Parts, releases: readonly AppliedRelease[]): boolean {
  try {
    writeApplied(config.dataDir, releases);
    return true;
  } catch (error) {
    logger.error({ err: error }, "the list of what is rolled out to this device cannot be written");
    return false;
  }
}

/** Deletes what no release in use needs, but the newest others. */
async function cleanUp(dataDir: string, inUse: ReadonlySet<string>): Promise<void> {
  const folder = releasesFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const others = names.flatMap((name) => {
    const id = /^([\w-]+)(?:\.release|\.new)?$/.exec(name)?.[1];
    return id === undefined || inUse.has(id) ? [] : [{ id, entry: pathInside(folder, name) }];
  });
  const times = await Promise.all(
    others.map(async (other) => ({ ...other, at: (await stat(other.entry).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const kept = new Set<string>();
  for (const { id, entry } of times.toSorted((a, b) => b.at - a.at)) {
    if (kept.size < KEPT) kept.add(id);
    if (!kept.has(id)) await rm(entry, { recursive: true, force: true });
  }
}
