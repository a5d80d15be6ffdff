import { maskUrl } from "../../cameras/mask-url.ts";
import type { SetupParts } from "./connect-cloud.ts";
import type { Draft } from "./draft.ts";

/** Answers that can be changed one by one, each with the answers that are forgotten with it. */
const FORGOTTEN_WITH = {
  cloudUrl: [],
  deviceId: [],
  camera: [],
  model: [],
  numbers: ["numberCamera", "fixedNumber"],
  further: ["nextCamera"],
} as const satisfies Partial<Record<keyof Draft, readonly (keyof Draft)[]>>;
type Answer = keyof typeof FORGOTTEN_WITH;

const isAnswer = (text: string | undefined): text is Answer =>
  text !== undefined && Object.hasOwn(FORGOTTEN_WITH, text);

/**
 * Shows all answers before anything is written, and asks for each answer that the user chooses again, until the user
 * accepts them; the question gets all previous answers, so that it can offer its own. Does nothing where no person can
 * be asked. A chosen answer is forgotten first: a wizard that is stopped then asks for it at its next start.
 */
export async function reviewAnswers(
  { asker, draft }: Pick<SetupParts, "asker" | "draft">,
  askAgain: Record<Answer, (before: Draft) => Promise<void>>,
): Promise<void> {
  while (asker.isInteractive) {
    const chosen = await asker.choose("Write the configuration, or change an answer?", [
      { value: "write", label: "write the configuration" },
      ...describeAnswers(draft.answers).map(([value, label]) => ({ value, label: `change ${label}` })),
    ]);
    if (!isAnswer(chosen)) return;
    const before = { ...draft.answers };
    draft.save(Object.fromEntries([chosen, ...FORGOTTEN_WITH[chosen]].map((key) => [key, undefined])));
    await askAgain[chosen](before);
  }
}

function describeAnswers(answers: Draft): [Answer, string][] {
  const { cloudUrl, deviceId, camera, model } = answers;
  return [
    ["cloudUrl", `the address of the cloud: ${cloudUrl ?? ""}`],
    ["deviceId", `the ID of this device: ${deviceId ?? ""}`],
    ["camera", `the camera: ${camera ? `${camera.id}, ${maskUrl(camera.url)}` : ""}`],
    ["model", `the model: ${model ?? ""}`],
    ["numbers", `the source of container numbers: ${describeNumbers(answers)}`],
    ["further", `the cameras after it: ${describeFurther(answers)}`],
  ];
}

function describeFurther({ further = [] }: Draft): string {
  const ids = further.map(({ camera: { id }, afterSeconds }) =>
    afterSeconds === null ? id : `${id} (${afterSeconds} s later)`,
  );
  return ids.length === 0 ? "none" : ids.join(", ");
}

function describeNumbers({ numbers, numberCamera, fixedNumber }: Draft): string {
  if (numbers === "camera" && numberCamera) return `${numberCamera.id}, ${maskUrl(numberCamera.url)}`;
  return numbers === "fixed" ? `always ${fixedNumber ?? ""}` : "a gate system";
}
