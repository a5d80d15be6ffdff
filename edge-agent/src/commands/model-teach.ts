import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Embedded } from "../inference/embed-pictures.ts";
import { readFailure } from "../base/key-file.ts";
import { readModelMetadata } from "../inference/model-metadata.ts";
import { cutGraph } from "../inference/teaching/cut-graph.ts";
import { type AnswerFigures, heldOutFigures } from "../inference/teaching/held-out.ts";
import { trainHead } from "../inference/teaching/train-head.ts";
import { type CommandContext, CommandError, type CommonOptions, show } from "./terminal/command-context.ts";
import { findModel, usualThreads, withWorker } from "./terminal/model-target.ts";
import { formatTable, plural } from "./terminal/wording.ts";

type Options = CommonOptions & { base: string; examples: string; output: string };
/** Picture files with their answers, each the place of its name. */
type Examples = { names: string[]; pictures: string[]; answers: number[] };

/** Pictures of one load lie beside each other: 2.jpg comes before 10.jpg. */
const byName = new Intl.Collator("en", { numeric: true }).compare;
const [LEAST_PICTURES, LEAST_OF_ANSWER] = [20, 8];

/** Teaches a network a question about pictures: writes a model of the task `classify`, and its card beside it. */
export async function teachModel(options: Options, context: CommandContext): Promise<void> {
  const { output } = options;
  const card = output.replace(/\.onnx$/, ".card.md");
  if (card === output) throw new CommandError("usage", `${output}: give a file name that ends with .onnx`);
  for (const file of [output, card])
    if (existsSync(file)) throw new CommandError("usage", `${file} exists already: give another name`);
  const folder = path.dirname(output);
  if (!existsSync(folder)) throw new CommandError("usage", `the folder ${folder} does not exist: create it first`);
  const examples = await findExamples(options.examples);
  const { file: base } = await findModel(options.base, options, context);
  const bytes = await readFile(base);
  const props = { task: "classify", names: `[${examples.names.map((name) => `'${name}'`).join(", ")}]` };
  const { rows, input } = await embed({ base, bytes, pictures: examples.pictures }, context);
  const { names, answers } = examples;
  const figures = heldOutFigures(rows, answers, names);
  for (const line of describeFigures(figures)) context.note(line);
  const head = { names, ...trainHead(rows, answers, { classes: names.length }) };
  const taught = cutGraph(bytes, { ...props, imgsz: `[${input.heightPixels}, ${input.widthPixels}]` }, head);
  await writeTogether([
    { file: card, content: writeCard(path.basename(output, ".onnx"), path.basename(base), figures) },
    { file: output, content: taught },
  ]);
  show(options, context, { file: output, card, answers: figures }, [
    `${output} answers ${names.join(" or ")}; ${card} has the figures`,
  ]);
}

/** Writes all of the files, or none; the last one is whole as soon as it exists. */
async function writeTogether(files: readonly { file: string; content: string | Uint8Array }[]): Promise<void> {
  const places = files.map(({ file, content }) => ({ file, content, partial: `${file}.new` }));
  try {
    for (const { partial, content } of places) await writeFile(partial, content);
    for (const { partial, file } of places) await rename(partial, file);
  } catch (error) {
    for (const { partial, file } of places) for (const left of [partial, file]) await unlink(left).catch(() => {});
    const message = `${files.map(({ file }) => file).join(" and ")} cannot be written (${readFailure(error)})`;
    throw new CommandError("failed", message, { cause: error });
  }
}

/** The features of the pictures; the cut network lies in a temporary folder meanwhile. */
async function embed(
  { base, bytes, pictures }: { base: string; bytes: Uint8Array; pictures: readonly string[] },
  { isTerminal }: CommandContext,
): Promise<Embedded> {
  const folder = await mkdtemp(path.join(tmpdir(), "edge-agent-teach-"));
  try {
    const { inputSize } = readModelMetadata(bytes);
    const file = path.join(folder, "features.onnx");
    await writeFile(file, cutGraph(bytes, {}));
    return await withWorker({ threads: usualThreads(), isTerminal }, (pool) =>
      pool.embed({ file, inputSize, pictures }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isPicture = pictures.some((picture) => reason.startsWith(picture));
    throw new CommandError("usage", isPicture ? reason : `${base}: ${reason}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The pictures of a folder by their answers, in the order of their names. Throws a CommandError for too few. */
async function findExamples(folder: string): Promise<Examples> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new CommandError("usage", `${folder}: give a folder with examples`, { cause: error });
  });
  const visible = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const names = visible.map(({ name }) => name).toSorted();
  const odd = names.find((name) => /['"\\\n]/.test(name));
  if (odd !== undefined) throw new CommandError("usage", `${odd}: give the answer a name without quotation marks`);
  const found: Examples = { names, pictures: [], answers: [] };
  for (const [answer, name] of names.entries()) {
    const entriesOfOne = await readdir(pathInside(folder, name));
    const files = entriesOfOne.filter((file) => /\.(jpe?g|png)$/i.test(file)).toSorted(byName);
    found.pictures.push(...files.map((file) => pathInside(folder, name, file)));
    found.answers.push(...files.map(() => answer));
  }
  checkExamples(folder, found);
  return found;
}

function checkExamples(folder: string, { names, pictures, answers }: Examples): void {
  const refuse = (reason: string) => new CommandError("usage", `${folder} ${reason}`);
  if (names.length < 2)
    throw refuse("has fewer than two answers: give a folder of pictures for each answer, two at least");
  if (pictures.length < LEAST_PICTURES)
    throw refuse(`has ${plural(pictures.length, "example")}: give ${LEAST_PICTURES} at least`);
  for (const [answer, name] of names.entries()) {
    const count = answers.filter((one) => one === answer).length;
    if (count < LEAST_OF_ANSWER)
      throw refuse(`has ${plural(count, "picture")} of "${name}": give ${LEAST_OF_ANSWER} of each answer at least`);
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function describeFigures(figures: readonly AnswerFigures[]): string[] {
  const rows = figures.map(({ answer, pictures, precision, recall, f1 }) => [
    answer,
    String(pictures),
    percent(precision),
    percent(recall),
    f1.toFixed(2),
  ]);
  return [
    "On held-out pictures (five times a fifth, by picture):",
    ...formatTable([["answer", "pictures", "precision", "recall", "F1"], ...rows]),
  ];
}

function writeCard(name: string, base: string, figures: readonly AnswerFigures[]): string {
  const rows = figures.map(
    ({ answer, pictures, precision, recall, f1 }) =>
      `| ${answer} | ${pictures} | ${percent(precision)} | ${percent(recall)} | ${f1.toFixed(2)} |`,
  );
  return `# ${name}

Taught with \`edge-agent model teach\` from ${plural(
    figures.reduce((sum, { pictures }) => sum + pictures, 0),
    "picture",
  )}: the features of \`${base}\` and a small head. The licence of the base holds.
It knows pictures like its examples, and gives one of its answers for every other picture as well.

Figures on held-out pictures (five times a fifth in the order of their names, by picture; pictures of one load in
several fifths make them too good):

| answer | pictures | precision | recall | F1 |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
