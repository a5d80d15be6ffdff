import type { WriteStream } from "node:tty";
import { styleText } from "node:util";

/** Meaning of a part of a line, shown by its colour. */
type Tone = "good" | "warning" | "bad" | "quiet";
/** Colours a text where the output is a terminal that shows colours, and returns it unchanged elsewhere. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = { good: "green", warning: "yellow", bad: "red", quiet: "dim" } as const;

/** Colours for a stream: none for a file or pipe, none with NO_COLOR; FORCE_COLOR turns them on. */
export const createPaint =
  (stream: NodeJS.WritableStream | WriteStream): Paint =>
  (tone, text) =>
    styleText(STYLES[tone], text, { stream });

/** Words in which the commands report a fault, and those that begin a line about what works. */
const FAULTS =
  /\b(?:FAIL|FAILED|FAILING|NOT USED|REFUSED|CANNOT BE READ|DARK|FROZEN|BLURRED|TURNED|DEGRADED|NOT ANNOUNCED|DRIFTED|DIFFERS(?: FROM ITS REFERENCE)?|A SCAN WAITS FOR A NUMBER)\b/g;
const MARKS: readonly (readonly [RegExp, Tone])[] = [
  [FAULTS, "bad"],
  [/(?<=:\d+:\d+: )error(?=:)/g, "bad"],
  [/(?<=:\d+:\d+: )warning(?=:)/g, "warning"],
  [/^ok(?= )/g, "good"],
  [/^(?:warn|skip)(?= )/g, "warning"],
  [/^\s+Fix:/g, "quiet"],
];

/** Colours the words of a line that report a state. */
export function colourLine(line: string, paint: Paint): string {
  return MARKS.reduce((text, [pattern, tone]) => text.replaceAll(pattern, (word) => paint(tone, word)), line);
}
