import { type Document, parseDocument } from "yaml";
import { readConfigText } from "./config.ts";
import { type ConfigProblem, formatProblem } from "./problem.ts";

/** The text of a changed configuration, or why it cannot be changed so. */
export type ConfigEdit = { ok: true; text: string; warnings: ConfigProblem[] } | { ok: false; message: string };

/**
 * Changes the text of a configuration and leaves everything else as it is, comments included. What does not pass the
 * check of the whole configuration is refused.
 */
export async function editConfig(
  { text, file }: { text: string; file: string },
  change: (document: Document) => void,
  environment: Record<string, string | undefined>,
): Promise<ConfigEdit> {
  const document = parseDocument(text);
  if (document.errors.length > 0)
    return { ok: false, message: `${file} is not valid YAML: see edge-agent config check` };
  try {
    change(document);
  } catch (error) {
    return {
      ok: false,
      message: `the file cannot be changed so: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const edited = document.toString({ lineWidth: 0 });
  const after = await readConfigText(edited, file, environment);
  if (after.ok) return { ok: true, text: edited, warnings: after.warnings };
  const errors = after.problems.filter(({ severity }) => severity === "error");
  return { ok: false, message: errors.map((problem) => formatProblem(file, problem)).join("\n") };
}
