import type { ModelCheck } from "../inference/goldens/check-model.ts";
import { type CommandContext, type CommonOptions, type Outcome, loadConfig, show } from "./terminal/command-context.ts";
import { findModel, usualThreads, withWorker } from "./terminal/model-target.ts";
import { formatTable, plural } from "./terminal/wording.ts";

type Checked = { model: string; file: string } & ModelCheck;

/**
 * Compares the findings of models on this machine with the measured ones: one model, or every configured one. Exit
 * code 1 when one differs.
 */
export async function checkModels(
  target: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<Outcome> {
  const targets =
    target === undefined
      ? [...(await loadConfig(options, context)).models]
      : [[target, await findModel(target, options, context)] as const];
  const checks = await withWorker({ threads: usualThreads(), isTerminal: context.isTerminal }, async (pool) => {
    const done: Checked[] = [];
    for (const [model, settings] of targets) done.push({ model, file: settings.file, ...(await pool.check(settings)) });
    return done;
  });
  for (const { model, file, state } of checks)
    if (state === "unchecked") context.note(`${model}: no golden pictures lie in the folder goldens beside ${file}`);
  show(options, context, checks, checks.flatMap(describeCheck));
  return checks.some(({ state }) => state === "failed") ? "failed" : "done";
}

function describeCheck(check: Checked): string[] {
  if (check.state === "unchecked") return [`${check.model}: not checked`];
  const rows = check.pictures.map(({ picture, wanted, found, differences: [first, ...more] }) => [
    `  ${picture}`,
    `${found} of ${wanted} found`,
    first === undefined ? "equal" : `DIFFERS: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`,
  ]);
  const count = plural(check.pictures.length, "golden picture");
  const outcome =
    check.state === "passed"
      ? `passed: equal to the measurement on ${count}`
      : `FAILED: do not use it on this machine. ${check.problems[0] ?? ""}`;
  return [
    ...formatTable([["  picture", "findings", "boxes within 1 px, scores within 0.001, masks"], ...rows]),
    `${check.model}: ${outcome}`,
  ];
}
