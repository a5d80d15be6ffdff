import { writeFile } from "node:fs/promises";
import path from "node:path";
import { UNLIKE_PICTURES } from "@container-inspection/shared-schemas/unlike-pictures";
import type { CommandContext } from "../terminal/command-context.ts";
import { usualThreads, withWorker } from "../terminal/model-target.ts";
import { plural } from "../terminal/wording.ts";
import { resolveModelFile } from "../../config/files.ts";
import { ModelLoadError, ModelOutputError } from "../../inference/model-errors.ts";
import { annotatePicture } from "../../stations/annotate-picture.ts";
import type { SetupParts } from "./connect-cloud.ts";
import type { FoundCamera } from "./find-camera.ts";
import { untilItWorks } from "./until-it-works.ts";

const USUAL = "bundled:category-demo";
/** Minimum confidence that applies if the configuration states no other. */
const MINIMUM_CONFIDENCE = 0.25;

type ModelChoice = {
  given?: string | undefined;
  /** The previous answer, to be changed. */
  before?: string | undefined;
  usual?: string;
  camera: FoundCamera;
};

/** Asks for a model and runs it on the camera's picture, which then shows the findings; returns its file or name. */
export async function chooseModel(
  parts: SetupParts,
  { given, before, usual = USUAL, camera }: ModelChoice,
  { isTerminal }: CommandContext,
): Promise<string> {
  const { asker, configFile } = parts;
  return untilItWorks<string, string>(asker, {
    given,
    ask: (failed) =>
      asker.text({
        message: "Model: an ONNX file, or the bundled one for a first try",
        usual,
        initial: failed ?? before,
      }),
    missing: "specify the model with --model",
    doing: "Running the model on the picture",
    attempt: async (file) => {
      try {
        const settings = { file: resolveModelFile(file, path.dirname(configFile)) };
        const found = await withWorker({ threads: usualThreads(), isTerminal }, async (pool) =>
          (await pool.load(settings)).detect(camera.frame, "init"),
        );
        const items = found.items.filter(({ confidence }) => confidence >= MINIMUM_CONFIDENCE);
        const drawn = camera.pictureFile.replace(/\.jpg$/, "-findings.jpg");
        await writeFile(drawn, await annotatePicture(camera.frame, items), { mode: 0o600 });
        const names = [...new Set(items.map(({ className }) => className))].join(", ");
        const shown = items.length === 0 ? "" : `: ${names}; see ${drawn}`;
        const unlike = found.likeness?.isUnlike ? `\nBut ${UNLIKE_PICTURES}.` : "";
        const message = `The model found ${plural(items.length, "object")} in ${Math.round(found.inferenceMs)} ms${shown}${unlike}`;
        return { ok: true, value: file, message };
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        if (!(cause instanceof ModelLoadError || cause instanceof ModelOutputError)) throw error;
        return { ok: false, message: cause.message, fix: "specify another ONNX file, or bundled:category-demo" };
      }
    },
  });
}
