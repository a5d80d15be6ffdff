import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { accepts } from "hono/accepts";
import type { AppContext } from "./context.ts";

/** Brotli at 9 is a tenth smaller than gzip; at 11 the largest script would take seconds. */
const pack = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

/** Sends text files that never change while the process runs; each is compressed once, when first requested. */
export type PackedFiles = {
  /** Answers with the file, compressed as the caller accepts it. Rejects where there is no such file. */
  send: (c: AppContext, file: string, contentType: string) => Promise<Response>;
};

/** Starts with no file compressed. The files are few and known: all they take stays in memory. */
export function createPackedFiles(): PackedFiles {
  const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const read = async (file: string, encoding: keyof typeof pack) => {
    const name = `${encoding} ${file}`;
    const kept = packed.get(name) ?? readFile(file).then(pack[encoding]);
    packed.set(name, kept);
    kept.catch(() => packed.delete(name));
    return kept;
  };
  return {
    async send(c, file, contentType) {
      c.header("Vary", "Accept-Encoding", { append: true });
      c.header("Content-Type", contentType);
      const encoding = chooseEncoding(c);
      if (encoding === undefined) return c.body(await readFile(file));
      c.header("Content-Encoding", encoding);
      return c.body(await read(file, encoding));
    },
  };
}

function chooseEncoding(c: AppContext): keyof typeof pack | undefined {
  const chosen = accepts(c, {
    header: "Accept-Encoding",
    supports: ["br", "gzip"],
    default: "",
    match: (asked) =>
      (["br", "gzip"] as const).find((name) => asked.some(({ type, q }) => type === name && q > 0)) ?? "",
  });
  return chosen === "br" || chosen === "gzip" ? chosen : undefined;
}
