import { readFile, rm } from "node:fs/promises";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { WantedRelease } from "@container-inspection/shared-schemas/releases";
import { type AgentConfig, readConfigText } from "../../config/config.ts";
import { readGoldens } from "../../inference/goldens/read-goldens.ts";
import { createInferencePool } from "../../inference/inference-pool.ts";
import type { Logger } from "../../base/logger.ts";
import { tryModel } from "./try-model.ts";
import type { AppliedRelease } from "../../config/applied-releases.ts";
import { type OpenRelease, openRelease, ReleaseRefused } from "./release-signature.ts";
import { unpackRelease } from "./unpack-release.ts";

type CheckParts = {
  config: AgentConfig;
  environment: Record<string, string | undefined>;
  /** Aborted where the outcome is no longer asked for: the check ends at once, and rejects. */
  signal: AbortSignal;
  logger: Logger;
};

/**
 * Checks a downloaded release on this device and unpacks its files into `folder`: its signature, that it matches the
 * cloud's announcement, that the configuration is valid with it beside `others`, and for a model that it loads here
 * and gives the measured results on its golden pictures. Resolves with the release to use. Throws ReleaseRefused, or
 * the abort reason of `signal`.
 */
export async function checkRelease(
  wanted: WantedRelease,
  { file, folder, others }: { file: string; folder: string; others: readonly AppliedRelease[] },
  parts: CheckParts,
): Promise<AppliedRelease> {
  const { releaseKey } = parts.config;
  if (releaseKey === null)
    throw new ReleaseRefused("releaseKey is not set: this device accepts nothing that is rolled out");
  const opened = await openRelease(file, releaseKey);
  try {
    const { kind, name, version } = opened.manifest;
    if (kind !== wanted.kind || name !== wanted.name || version !== wanted.version)
      throw new ReleaseRefused(
        `it is ${kind} ${name} ${version}, and ${wanted.kind} ${wanted.name} ${wanted.version} was announced`,
      );
    await unpackRelease(opened, folder, parts.signal);
    const release = { releaseId: wanted.releaseId, kind, name, version, settings: settingsOf(opened, folder) };
    try {
      const config = await readWith(release, others, parts);
      if (kind === "model") await checkModel(name, config, parts);
    } catch (error) {
      // Its own signed contents, which were unpacked a moment ago: nothing unsigned leads here.
      if (error instanceof ReleaseRefused) await rm(folder, { recursive: true, force: true });
      throw error;
    }
    return release;
  } finally {
    await opened.handle.close();
  }
}

function settingsOf({ manifest }: OpenRelease, folder: string): AppliedRelease["settings"] {
  const { kind, name, modelFile, settings } = manifest;
  if (kind === "configuration") return settings;
  return [{ setting: `models.${name}.file`, value: JSON.stringify(pathInside(folder, modelFile ?? "")) }];
}

/** The configuration of this device with a release. */
async function readWith(
  release: AppliedRelease,
  others: readonly AppliedRelease[],
  { config: { file }, environment }: CheckParts,
): Promise<AgentConfig> {
  const text = await readFile(file, "utf8");
  const reading = await readConfigText(text, file, environment, { releases: [...others, release] });
  if (!reading.ok)
    throw new ReleaseRefused(`the configuration file of this device is not valid: ${reading.problems[0]?.message}`);
  if (reading.config.releases.some(({ releaseId }) => releaseId === release.releaseId)) return reading.config;
  throw new ReleaseRefused(reading.warnings.map(({ message }) => message).join("; "));
}

/** Runs the model apart from those in use, with one thread, so that the cameras hardly notice. */
async function checkModel(name: string, config: AgentConfig, { signal, logger }: CheckParts): Promise<void> {
  const file = config.models.get(name)?.file ?? "";
  const goldens = await readGoldens(file).catch(() => null);
  if (!goldens) throw new ReleaseRefused("it has no golden pictures, with which it could be checked on this device");
  const pool = createInferencePool({ workers: 1, threadsPerWorker: 1, logger });
  // Ends the worker, and with it the check awaited below.
  const interrupt = () => void pool.close();
  try {
    signal.throwIfAborted();
    signal.addEventListener("abort", interrupt);
    const check = await tryModel(name, config, pool);
    if (!check.ok) throw new ReleaseRefused(check.message);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", interrupt);
    await pool.close();
  }
}
