import { Transform, type TransformCallback } from "node:stream";
import { SourceError } from "./source-error.ts";

const MAX_HEAD_BYTES = 65_536;
const HEADER = /^([\w!#$%&'*+.^`|~-]+)[ \t]*:[ \t]*(.*)$/;

/** The header that holds a camera's Content-Length, which many state wrongly; undefined where it is not a number. */
export const STATED_LENGTH = "x-stated-length";

/**
 * Rewrites the head of an HTTP answer as curl and browsers understand it, so that a parser takes it: lines may end in
 * LF, lines that are no header are left out, and a picture without a head is an answer. The body passes as it is.
 */
export class AnswerRepair extends Transform {
  #head: Buffer | null = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#head === null) return done(null, chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    try {
      const repaired = repairStart(this.#head);
      if (repaired !== undefined) this.#head = null;
      done(null, repaired);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    const isHttp = this.#head === null || /^(H|I|$)/.test(this.#head.toString("latin1"));
    done(isHttp ? null : noHttp());
  }
}

const noHttp = () => new SourceError("protocol", "does not speak HTTP on this port");

/** The repaired head and what follows it; undefined until the head is whole. */
function repairStart(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 5) return undefined;
  if (bytes.subarray(0, 3).toString("hex") === "ffd8ff")
    return Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), bytes]);
  const text = bytes.toString("latin1", 0, MAX_HEAD_BYTES);
  if (!/^(HTTP\/|ICY )/.test(text)) throw noHttp();
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) {
    if (bytes.length < MAX_HEAD_BYTES) return undefined;
    throw new SourceError("protocol", "sends a header of over 64 KB");
  }
  const rest = bytes.subarray(end.index + end[0].length);
  const [status = "", ...lines] = text.slice(0, end.index).split(/\r?\n/);
  const code = /^\S+ +(\d{3})/.exec(status)?.[1] ?? "";
  if (code.startsWith("1")) return repairStart(rest);
  const head = [`HTTP/1.1 ${code || "502"} -`, ...repairHeaders(lines)].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\nconnection: close\r\n\r\n`, "latin1"), rest]);
}

function repairHeaders(lines: readonly string[]): string[] {
  const unfolded = lines
    .join("\n")
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n");
  return unfolded.flatMap((line) => {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    const isLength = name.toLowerCase() === "content-length";
    if (name === "" || name.toLowerCase() === "connection" || (isLength && !/^\d{1,15}$/.test(value.trim()))) return [];
    return [`${isLength ? STATED_LENGTH : name}: ${value.replaceAll(/\p{Cc}/gu, "").trim()}`];
  });
}
