import { Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";

/**
 * Collects the keys that are typed while no question is shown. Returns a function that ends this and returns the text
 * before the first key that types no letter, such as Enter: no question is answered before it is read.
 */
export function collectTyped(input: ReadStream): () => string {
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer | string) => void chunks.push(Buffer.from(chunk));
  input.on("data", keep);
  return () => {
    input.off("data", keep);
    input.pause();
    return Buffer.concat(chunks)
      .toString("utf8")
      .replace(/\p{Cc}.*$/su, "");
  };
}

/**
 * A way to a terminal that is none itself: the prompts echo typed keys to a terminal only. It keeps nothing back, so
 * that its output stays in order with what is written to the terminal directly.
 */
export function withoutEcho(terminal: WriteStream): Writable {
  const output = new Writable({
    write(chunk: Buffer, _, done) {
      terminal.write(chunk);
      done();
    },
  });
  return Object.assign(output, { columns: terminal.columns });
}
