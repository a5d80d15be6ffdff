import { hostname } from "node:os";
import { pino } from "pino";
import type { LogBook } from "./log-book.ts";

/** Log to which every part reports messages for the technician. */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const LEVELS: Record<number, string> = { 10: "trace", 20: "debug", 30: "info", 40: "WARN", 50: "ERROR", 60: "FATAL" };

/** Characters of a line's fields in the log book. */
const MAX_DETAILS = 2_000;

/**
 * Logs on standard error: a line for a person on a terminal, elsewhere JSON with the service, its version, the host and
 * the process; and into `book`, if there is one.
 */
export function createLogger(parts: { isTerminal: boolean; level: string; version?: string; book?: LogBook }): Logger {
  const { isTerminal, level, version, book } = parts;
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  const source = { service: "edge-agent", version, hostname: hostname(), pid: process.pid };
  const write = (line: string) => {
    process.stderr.write(isTerminal ? formatLine(line) : withSource(line, source));
    book?.add(readLine(line));
  };
  return pino(options, { write });
}

/** `2026-11-27T10:15:00Z WARN  the camera was restarted  camera=gate-1-top reason="no picture"` */
export function formatLine(line: string): string {
  const { level, time, msg, ...fields } = parseLine(line);
  const shown = formatFields(fields);
  const head = [`${String(time).slice(0, 19)}Z`, nameLevel(level).padEnd(5), msg];
  return `${head.join(" ")}${shown === "" ? "" : `  ${shown}`}\n`;
}

const nameLevel = (level: unknown) => LEVELS[Number(level)] ?? String(level);

/** No key comes twice, which some readers of JSON refuse: the start states the version itself. */
function withSource(line: string, source: object): string {
  const { level, time, ...rest } = parseLine(line);
  return `${JSON.stringify({ level: nameLevel(level).toLowerCase(), time, ...source, ...rest })}\n`;
}

/** Reads a line of JSON for the log book. */
function readLine(line: string): Parameters<LogBook["add"]>[0] {
  const { level, time, msg, ...fields } = parseLine(line);
  const number = Number(level);
  return {
    atMs: Date.parse(String(time)),
    level: number >= 50 ? "error" : number >= 40 ? "warn" : number >= 30 ? "info" : "debug",
    message: typeof msg === "string" ? msg : "",
    details: formatFields(fields).slice(0, MAX_DETAILS),
  };
}

const formatFields = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${formatValue(value)}`)
    .join(" ");

function parseLine(line: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(line);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : { msg: line };
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === "object" && value !== null && "message" in value) return JSON.stringify(value.message);
  return JSON.stringify(value) ?? "";
}
