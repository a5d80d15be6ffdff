import { checkDigit, parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { CommandError } from "../terminal/command-context.ts";
import type { Asker } from "./ask.ts";
import type { SetupParts } from "./connect-cloud.ts";
import { type CameraOptions, findCamera, NUMBER_CAMERA } from "./find-camera.ts";

export type NumberOptions = Pick<CameraOptions, "username" | "discoveryPort"> & {
  /** Camera that reads the numbers. */
  numberCamera?: string;
  /** Number of every load. */
  fixedContainer?: string;
};

const SOURCES = {
  announced: "a gate system announces them",
  camera: "a camera reads them, with the bundled reader of numbers",
  fixed: "every scan is of one and the same container: a test rig",
};

/** Asks where the numbers of containers come from; the answer holds for every load. */
export async function chooseNumbers(parts: SetupParts, given: NumberOptions): Promise<void> {
  const { asker, draft } = parts;
  const source = sourceGiven(given) ?? draft.answers.numbers ?? (await askSource(asker));
  if (source === "camera") await findCamera(parts, { ...given, camera: given.numberCamera }, NUMBER_CAMERA);
  if (source === "fixed" && (given.fixedContainer !== undefined || draft.answers.fixedNumber === undefined)) {
    const message = "Number of that container, for every scan";
    draft.save({ fixedNumber: await askNumber(asker, { message, given: given.fixedContainer }) });
  }
  draft.save({ numbers: source });
}

type Source = keyof typeof SOURCES;

function sourceGiven({ numberCamera, fixedContainer }: NumberOptions): Source | undefined {
  if (numberCamera !== undefined) return "camera";
  return fixedContainer === undefined ? undefined : "fixed";
}

async function askSource(asker: Asker): Promise<Source> {
  const choices = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));
  const chosen = await asker.choose("Where do container numbers come from?", choices);
  return chosen === "camera" || chosen === "fixed" ? chosen : "announced";
}

/**
 * Asks for a container number. One with a wrong check digit is asked about once more, with the digit that would be
 * right; as an option it is refused. An empty answer, where one is allowed, is undefined.
 */
export async function askNumber(
  asker: Asker,
  { message, given, mayBeEmpty = false }: { message: string; given?: string | undefined; mayBeEmpty?: boolean },
): Promise<string | undefined> {
  if (given !== undefined) return refuseWrong(given);
  for (;;) {
    const validate = (text: string) => (text === "" && mayBeEmpty ? undefined : whyNoNumber(text));
    const answer = await asker.text({ message, ...(mayBeEmpty && { usual: "" }), validate });
    const number = parseContainerNumber(answer ?? "");
    if (number === undefined) return undefined;
    const wrong = describeWrongDigit(number.text);
    if (wrong === undefined || (await asker.confirm(`${wrong}. Use ${number.text} all the same?`, false)))
      return number.text;
  }
}

const whyNoNumber = (text: string) => (parseContainerNumber(text) ? undefined : `"${text}" is not a container number`);

/** Reads the number of an option; throws a CommandError for none, and for one with a wrong check digit. */
export function refuseWrong(text: string): string {
  const problem = whyNoNumber(text) ?? describeWrongDigit(text);
  if (problem !== undefined) throw new CommandError("usage", problem);
  return parseContainerNumber(text)?.text ?? text;
}

/** States the check digit that a number should have; undefined for a number that passes, or has none. */
export function describeWrongDigit(input: string): string | undefined {
  const number = parseContainerNumber(input);
  if (number?.check !== "bad-check-digit") return undefined;
  const digit = checkDigit(number.text.slice(0, 10));
  return `${number.text} has a wrong check digit: with ${number.text.slice(0, 10)} it would be ${digit}`;
}
