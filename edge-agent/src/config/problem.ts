/** One problem of a configuration file, with its place and its fix. */
export type ConfigProblem = {
  severity: "error" | "warning";
  /** Position, counted from 1, of the value, or of the section that lacks it. */
  line: number;
  column: number;
  /** Such as `cameras[0].url`; empty for the whole file. */
  path: string;
  message: string;
  fix: string;
};

/** `edge-agent.yaml:12:5: error: cameras[0].url: is missing. Fix: …` */
export function formatProblem(file: string, problem: ConfigProblem): string {
  const { severity, line, column, path, message, fix } = problem;
  const where = path === "" ? "" : `${path}: `;
  return `${file}:${line}:${column}: ${severity}: ${where}${message}${fix === "" ? "" : `\n    Fix: ${fix}`}`;
}

/** `["cameras", 0, "url"]` → `cameras[0].url`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");
}
