import type { Parts } from "../parts.ts";
import type { SentPictures } from "./read-pictures.ts";

/** The pictures of one scan under `<folder>/image` and `<folder>/visualization`, and the way back. */
export function storePictures({ storage, logger }: Parts, folder: string, { image, visualization }: SentPictures) {
  const pictures = [
    { key: `${folder}/image`, bytes: image.bytes },
    ...(visualization ? [{ key: `${folder}/visualization`, bytes: visualization.bytes }] : []),
  ];
  let isWritten = false;
  return {
    /** Resolves once all bytes are on the disk. */
    async write(): Promise<void> {
      isWritten = true;
      // Waits for all, also when one fails: nothing may still be writing when they are taken away.
      const outcomes = await Promise.allSettled(pictures.map(({ key, bytes }) => storage.write(key, bytes)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    },
    /** Takes away what was written. A failure only leaves bytes that nothing refers to, so it is logged and no more. */
    async remove(): Promise<void> {
      if (!isWritten) return;
      const outcomes = await Promise.allSettled(pictures.map(({ key }) => storage.delete(key)));
      for (const outcome of outcomes)
        if (outcome.status === "rejected")
          logger.warn({ err: outcome.reason, folder }, "unused pictures stay in storage");
    },
  };
}
