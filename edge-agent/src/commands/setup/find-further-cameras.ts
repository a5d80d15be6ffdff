import { MAX_ARRIVAL_SECONDS } from "../../config/station-section.ts";
import type { CommandContext } from "../terminal/command-context.ts";
import type { Asker } from "./ask.ts";
import { chooseModel } from "./choose-model.ts";
import type { SetupParts } from "./connect-cloud.ts";
import { type CameraOptions, findCamera, nextCamera } from "./find-camera.ts";

type ScanType = keyof typeof MODELS;
const MODELS = { category: "bundled:category-demo", defect: "bundled:damage-demo", illegal: "bundled:contraband-demo" };
const SOUGHT = [
  { value: "illegal", label: "illegal goods, as an X-ray scanner shows them" },
  { value: "category", label: "the kinds of cargo" },
  { value: "defect", label: "damage of the container" },
];

/** Asks for the cameras that a vehicle passes after the first one, in their order, and tests each. */
export async function findFurtherCameras(
  parts: SetupParts,
  search: Pick<CameraOptions, "discoveryPort">,
  context: CommandContext,
): Promise<void> {
  const { asker, draft } = parts;
  for (;;) {
    const { further = [] } = draft.answers;
    const message =
      further.length === 0
        ? "Does each vehicle then pass another camera or an X-ray scanner of this device?"
        : "And another one after that?";
    // A camera that was tested before the wizard was stopped is one of them.
    if (!draft.answers.nextCamera && !(await asker.confirm(message, false))) return;
    const found = await findCamera(parts, search, nextCamera(further.length));
    const scanType = await askScanType(asker);
    const model = await chooseModel(parts, { usual: MODELS[scanType], camera: found }, context);
    const afterSeconds = await askSeconds(asker);
    const camera = draft.answers.nextCamera;
    if (!camera) throw new Error("a camera that was found is not in the draft");
    draft.save({ nextCamera: undefined, further: [...further, { camera, model, scanType, afterSeconds }] });
  }
}

async function askScanType(asker: Asker): Promise<ScanType> {
  const chosen = await asker.choose("What is looked for in its pictures?", SOUGHT);
  return chosen === "illegal" || chosen === "defect" ? chosen : "category";
}

/** Asks for the usual time between two stations; null where the user does not know it. */
async function askSeconds(asker: Asker): Promise<number | null> {
  const answer = await asker.text({
    message: "Seconds until a vehicle comes to it after it has left the camera before; Enter if unknown: it is learnt",
    usual: "",
    validate: (text) => (isTime(text) ? undefined : `a number of seconds up to ${MAX_ARRIVAL_SECONDS}, such as 12`),
  });
  const text = (answer ?? "").trim();
  return text === "" ? null : Number(text);
}

const isTime = (text: string): boolean => /^(\d+(\.\d+)?)?$/.test(text.trim()) && Number(text) <= MAX_ARRIVAL_SECONDS;
