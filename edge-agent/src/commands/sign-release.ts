import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { ReleaseManifest } from "@container-inspection/shared-schemas/releases";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { findOwnSetting } from "../config/applied-releases.ts";
import { fingerprintOf } from "../care/roll-outs/release-signature.ts";
import { type PackedFile, readReleaseKey, writeRelease } from "../care/roll-outs/write-release.ts";
import { CommandError, type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { findModel, usualThreads, withWorker } from "./terminal/model-target.ts";
import { plural } from "./terminal/wording.ts";

type SignOptions = CommonOptions & { key: string; name: string; release?: string; output?: string };

/**
 * Signs a model with its golden pictures and its card as a release. Its findings in the golden pictures here must
 * equal the measured ones; each device checks the same.
 */
export async function signModel(target: string, options: SignOptions, context: CommandContext): Promise<void> {
  const { file } = await findModel(target, options, context);
  const found = await withWorker({ threads: usualThreads(), isTerminal: context.isTerminal }, async (pool) => {
    const settings = { file, executionProvider: "cpu" };
    const { version } = await pool.load({ ...settings, confidence: 0.25, iou: 0.7 });
    return { version, check: await pool.check(settings) };
  });
  const { check } = found;
  if (check.state === "unchecked") {
    const wanted = path.join(path.dirname(file), "goldens", "goldens.json");
    throw new CommandError(
      "failed",
      `${wanted} has no golden pictures of this model, and devices refuse a model without; write them with model measure`,
    );
  }
  if (check.state === "failed") throw new CommandError("failed", `it fails its check: ${check.problems.join("; ")}`);
  const version = options.release ?? found.version;
  const contents = { kind: "model" as const, version, modelFile: path.basename(file), settings: [] };
  await sign({ ...contents, files: await filesOf(file) }, options, context);
}

/** Signs settings, as `config set` takes them, as a release. */
export async function signSettings(
  changes: readonly string[],
  options: SignOptions & { release: string },
  context: CommandContext,
): Promise<void> {
  const settings = changes.map((change) => {
    const [, setting, value] = /^([^=]+)=([^]*)$/.exec(change) ?? [];
    if (setting !== undefined && value !== undefined) return { setting, value };
    throw new CommandError("usage", `"${change}" is not SETTING=VALUE, such as watching.enabled=false`);
  });
  const own = findOwnSetting(settings);
  if (own !== undefined) throw new CommandError("usage", `${own} is decided on each device only`);
  const contents = { kind: "configuration" as const, version: options.release, modelFile: null, settings };
  await sign({ ...contents, files: [] }, options, context);
}

type Contents = Omit<ReleaseManifest, "name" | "createdAt" | "files"> & { files: readonly PackedFile[] };

async function sign(contents: Contents, options: SignOptions, context: CommandContext): Promise<void> {
  const { name } = options;
  const output = path.resolve(options.output ?? `${name}-${contents.version}.release`);
  const createdAt = new Date(context.clock.nowMs()).toISOString();
  try {
    const releaseKey = readReleaseKey(options.key);
    const sizeBytes = await writeRelease(output, { ...contents, name, createdAt }, releaseKey);
    const { publicKey } = releaseKey;
    const fingerprint = fingerprintOf(publicKey);
    const result = {
      file: output,
      kind: contents.kind,
      name,
      version: contents.version,
      sizeBytes,
      publicKey,
      fingerprint,
    };
    const what =
      contents.kind === "model"
        ? `model ${name} ${contents.version}, ${plural(contents.files.length, "file")}`
        : `configuration ${name} ${contents.version}, ${plural(contents.settings.length, "setting")}`;
    show(options, context, result, [
      `signed ${what}, ${(sizeBytes / 1_000_000).toFixed(1)} MB: ${output}`,
      `releaseKey of the devices: ${publicKey}`,
      `fingerprint, as the cloud shows it: ${fingerprint}`,
    ]);
  } catch (error) {
    throw new CommandError("failed", `it cannot be signed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The model, its card, and the folder of its golden pictures. */
async function filesOf(file: string): Promise<PackedFile[]> {
  const folder = path.dirname(file);
  const card = path.basename(file).replace(/\.onnx$/, ".card.md");
  const goldens = (await readdir(path.join(folder, "goldens"))).map((each) => `goldens/${each}`).toSorted();
  const names = [path.basename(file), ...(existsSync(pathInside(folder, card)) ? [card] : []), ...goldens];
  return names.map((name) => ({ file: pathInside(folder, name), path: name }));
}
