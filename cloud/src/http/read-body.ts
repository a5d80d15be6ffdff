import type { AppContext } from "./context.ts";

/** Reads the whole body, at most `maxBytes`; `too-large` as soon as it is known to be longer, `cut` when it breaks off. */
export async function readBody(c: AppContext, maxBytes: number): Promise<Buffer | "too-large" | "cut"> {
  const declared = declaredLength(c);
  if (declared !== undefined && declared > maxBytes) return "too-large";
  const stream = c.req.raw.body;
  if (stream === null) return Buffer.alloc(0);
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

/** Counts the bytes of bodies that are held in memory at once. */
export type BodyBudget = { reserve: (sizeBytes: number) => (() => void) | undefined };

/** Lets bodies in until `totalBytes` are in flight; `reserve` returns the release, or undefined when there is no room. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  let free = totalBytes;
  return {
    reserve(sizeBytes) {
      if (sizeBytes > free) return undefined;
      free -= sizeBytes;
      let held = true;
      return () => {
        if (held) free += sizeBytes;
        held = false;
      };
    },
  };
}
