import { findTool, type ToolName, tools } from "./tools.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The tools that the test needs and the machine lacks, with the commands that install them. */
    lacks?: string[];
  }
}

/**
 * Options of a test that uses tools which a machine may lack: `test("…", needs("promtool"), () => …)`, and the same
 * for `describe`. List all tools that the test uses, including those that it does not start itself. If one is missing,
 * the test is skipped, and the run ends with a list of the tools to install.
 */
export function needs(...names: [ToolName, ...ToolName[]]) {
  const lacks = names.filter((name) => findTool(name) === undefined).map(describeLack);
  return { skip: lacks.length > 0, meta: { lacks } };
}

/** The file of a tool that the calling test has asked for. */
export function toolAt(name: ToolName): string {
  const file = findTool(name);
  if (file !== undefined) return file;
  throw new Error(`${describeLack(name)}: a test that uses it must ask for it with needs("${name}")`);
}

const describeLack = (name: ToolName): string => `${name} is missing (${tools[name].install})`;
