import { stat } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { type WantedRelease, wantedRelease } from "@container-inspection/shared-schemas/releases";
import type { AgentConfig } from "../../config/config.ts";
import type { ApiKey } from "../../forwarding/link/api-key.ts";
import { downloadFile } from "../../forwarding/link/download-file.ts";
import type { Logger } from "../../base/logger.ts";
import { makeFolder } from "../../base/sync-path.ts";
import type { readDisk } from "../../base/read-disk.ts";
import { type AppliedRelease, releasesFolder } from "../../config/applied-releases.ts";
import { checkRelease } from "./check-release.ts";
import type { ReleaseReports } from "./release-reports.ts";
import { ReleaseRefused } from "./release-signature.ts";

/** Bytes that stay free for the outbox, besides the file and its unpacked content. */
const RESERVED_BYTES = 200_000_000;
const MAX_REASON_LENGTH = 2_000;

export type PrepareParts = {
  config: AgentConfig;
  apiKey: ApiKey;
  environment: Record<string, string | undefined>;
  reports: ReleaseReports;
  readDisk: typeof readDisk;
  /** Aborted where the release is no longer to be prepared, which leaves no trace but the part that was downloaded. */
  signal: AbortSignal;
  /** Called when a release was refused, which people wait for. */
  onRefusal: () => void;
  logger: Logger;
};

/**
 * Downloads a release and checks it beside `others`. Resolves with the release to use; undefined while, or because, it
 * cannot be used, as its report states.
 */
export async function prepareRelease(
  wanted: WantedRelease,
  others: readonly AppliedRelease[],
  parts: PrepareParts,
): Promise<AppliedRelease | undefined> {
  const { config, reports, signal, logger } = parts;
  const { releaseId, kind, name, version } = wanted;
  if (reports.stateOf(releaseId) === "refused") return undefined;
  try {
    checkNames(wanted);
    const folder = pathInside(releasesFolder(config.dataDir), releaseId);
    const file = `${folder}.release`;
    const problem = await fetchRelease(wanted, { file, folder }, parts);
    if (signal.aborted) return undefined;
    if (problem !== null) {
      if (reports.set(wanted, "waiting", problem))
        logger.warn({ kind, name, version, reason: problem }, "a release waits");
      return undefined;
    }
    reports.set(wanted, "checking");
    const release = await checkRelease(wanted, { file, folder, others }, parts);
    logger.info({ kind, name, version }, "a release passed its check on this device");
    return release;
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH);
    if (!(error instanceof ReleaseRefused)) {
      if (reports.set(wanted, "waiting", reason)) logger.error({ err: error, name, version }, "a release waits");
      return undefined;
    }
    reports.set(wanted, "refused", reason);
    logger.error({ kind, name, version, reason }, "a release was refused");
    parts.onRefusal();
    return undefined;
  }
}

/** A server in place of the cloud may choose these texts: this check comes before any path that is made of them. */
function checkNames(wanted: WantedRelease): void {
  const [issue] = wantedRelease.safeParse(wanted).error?.issues ?? [];
  if (!issue) return;
  const shown = JSON.stringify(wanted.releaseId.slice(0, 100));
  throw new ReleaseRefused(`the cloud names the release ${shown}, whose ${issue.path.join(".")} ${issue.message}`);
}

/** Null once the file is complete, otherwise the reason why it is not. */
async function fetchRelease(
  { releaseId, kind, name, version, sizeBytes, sha256 }: WantedRelease,
  { file, folder }: { file: string; folder: string },
  { config, apiKey, reports, readDisk, signal }: PrepareParts,
): Promise<string | null> {
  makeFolder(path.dirname(file));
  const left = sizeBytes - ((await stat(file).catch(() => undefined))?.size ?? 0);
  const isUnpacked = (await stat(folder).catch(() => undefined)) !== undefined;
  // A release that is here needs no space: a device goes back to it on a full disk, too.
  const unwritten = left + (isUnpacked ? 0 : sizeBytes);
  const needed = unwritten + RESERVED_BYTES;
  const disk = await readDisk(config.dataDir);
  if (unwritten > 0 && disk && disk.freeBytes < needed)
    return `the disk has ${megabytes(disk.freeBytes)} MB free, and ${megabytes(needed)} MB are needed`;
  // A failure that lasts stays in sight while it is tried again.
  if (reports.stateOf(releaseId) !== "waiting") reports.set({ releaseId, kind, name, version }, "downloading");
  const { url: cloudUrl, network } = config.cloud;
  const url = `${cloudUrl}/v1/edge/releases/${releaseId}`;
  const onProgress = (bytes: number) => reports.progress(releaseId, bytes);
  return downloadFile({ url, file, sizeBytes, sha256, apiKey, network, signal, onProgress });
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
