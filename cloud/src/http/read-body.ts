import type { AppContext } from "./context.ts";

/** Reads the whole body, at most `maxBytes`; `too-large` as soon as it is known to be longer, `cut` when it breaks off. */
export async function readBody(c: AppContext, maxBytes: number): Promise<Buffer<ArrayBuffer> | "too-large" | "cut"> {
  const declared = declaredLength(c);
  if (declared !== undefined && declared > maxBytes) return "too-large";
  const stream = c.req.raw.body;
  if (stream === null) return Buffer.alloc(0);
  return declared === undefined ? readChunks(stream, maxBytes) : readDeclared(stream, declared);
}

/** Reads into one buffer of the length that was declared, so that a large body is in memory once. */
async function readDeclared(
  stream: ReadableStream<Uint8Array>,
  declared: number,
): Promise<Buffer<ArrayBuffer> | "cut"> {
  const body = Buffer.allocUnsafe(declared);
  let sizeBytes = 0;
  try {
    for await (const chunk of stream) {
      body.set(chunk, sizeBytes);
      sizeBytes += chunk.byteLength;
    }
  } catch {
    return "cut";
  }
  return sizeBytes === declared ? body : "cut";
}

async function readChunks(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of stream) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) return "too-large";
      chunks.push(chunk);
    }
  } catch {
    return "cut";
  }
  return Buffer.concat(chunks, sizeBytes);
}

/** The `Content-Length` of a request; undefined when it sends in chunks. */
export function declaredLength(c: AppContext): number | undefined {
  const header = c.req.header("Content-Length");
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
