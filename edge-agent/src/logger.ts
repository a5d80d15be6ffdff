import { pino } from "pino";

/** Where every part reports what a technician should read. */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const LEVELS: Record<number, string> = { 10: "trace", 20: "debug", 30: "info", 40: "WARN", 50: "ERROR", 60: "FATAL" };

/** Logs on standard error: a line for a person on a terminal, JSON elsewhere. */
export function createLogger({ isTerminal, level }: { isTerminal: boolean; level: string }): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  const write = (line: string) => process.stderr.write(isTerminal ? formatLine(line) : line);
  return pino(options, { write });
}

/** `10:15:00 WARN camera=gate-1-top reason="no picture": the camera was restarted` */
export function formatLine(line: string): string {
  const { level, time, msg, ...fields } = parseLine(line);
  const shown = Object.entries(fields).map(([key, value]) => `${key}=${formatValue(value)}`);
  const head = [String(time).slice(11, 19), (LEVELS[Number(level)] ?? String(level)).padEnd(5), msg];
  return `${head.join(" ")}${shown.length > 0 ? `  ${shown.join(" ")}` : ""}\n`;
}

function parseLine(line: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(line);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : { msg: line };
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === "object" && value !== null && "message" in value) return JSON.stringify(value.message);
  return JSON.stringify(value) ?? "";
}
