import { setImmediate } from "node:timers/promises";
import { AV_LOG_WARNING } from "node-av/constants";
import { FFmpegError, Log } from "node-av/lib";
import { SourceError } from "./source-error.ts";
import type { FailureKind } from "./source-error.ts";

/** FFmpeg's last log lines: its codes leave open what failed, its log states it. */
const LOG_LINES = 20;
const logLines: string[] = [];
let collects = false;

/** Starts collecting FFmpeg's warnings and errors; they also go to standard error, which explains a crash. */
export function collectVideoLog(): void {
  logLines.length = 0;
  if (collects) return;
  collects = true;
  Log.setCallback(
    (_, message) => {
      logLines.push(message.trim());
      if (logLines.length > LOG_LINES) logLines.shift();
      process.stderr.write(`${message.trim()}\n`);
    },
    { maxLevel: AV_LOG_WARNING },
  );
}

type Rule = readonly [pattern: RegExp, kind: FailureKind, message: string];

/** The first pattern that FFmpeg's error or log matches decides. */
const rules: readonly Rule[] = [
  [/\b401\b/, "credentials", "rejected the user name or password (401)"],
  [/\b403\b/, "credentials", "denies access to this user (403)"],
  [/\b404\b/, "not-found", "has no stream at this path (404): check the path of the URL"],
  [/\b461\b|nonmatching transport/i, "protocol", "does not offer this transport (461): use the other one, tcp or udp"],
  [/\b453\b/, "refused", "has no bandwidth or connection left for another viewer (453)"],
  [/\b(503|5XX)\b/i, "refused", "cannot serve the stream now (a server error): it may have too many viewers"],
  [/certificate|hostname mismatch/i, "tls", "presented a certificate that is not trusted"],
  [/\b(tls|ssl)\b/i, "tls", "does not speak TLS on this port, or its TLS version is too old"],
  [/resolve hostname/i, "unreachable", "has a host name that cannot be resolved"],
  [/connection refused/i, "refused", "refused the connection: check the address and the port"],
  [/no route to host|unreachable/i, "unreachable", "cannot be reached: check the address and the network"],
  [/timed out/i, "timeout", "did not respond in time"],
  [/unsupported codec|unknown codec|codec.* not found/i, "codec", "uses an unsupported codec"],
];

const findRule = (text: string) => rules.find(([pattern]) => pattern.test(text));

/** The error for a failed FFmpeg call on a network camera: what failed in words, and FFmpeg's own text behind it. */
export async function explainVideoFailure(code: number): Promise<SourceError> {
  // Log lines reach JavaScript one turn after the call that wrote them has failed.
  await setImmediate();
  const text = FFmpegError.strerror(code);
  const detail = logLines.at(-1) ?? "";
  // The error first: a process with two streams has lines of both in its log.
  const rule = findRule(text) ?? findRule(logLines.join("\n"));
  const shown = detail === "" || detail === text ? text : `${text}; ${detail}`;
  return rule ? new SourceError(rule[1], `${rule[2]} (${shown})`) : new SourceError("other", shown);
}
