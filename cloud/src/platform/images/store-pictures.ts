import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Needs } from "../parts.ts";

/** One file of a write, with its name in the write's folder. */
export type PictureFile = { name: "image" | "visualization" | "thumbnail"; bytes: Uint8Array };

/** Stores the pictures of one write under `<folder>/<name>`; `remove` deletes them if their record is not kept. */
export function storePictures(
  { storage, logger }: Needs<"storage" | "logger">,
  folder: string,
  files: readonly PictureFile[],
) {
  const pictures = files.map(({ name, bytes }) => ({ key: pathInside(folder, name), bytes }));
  let isWritten = false;
  /** Deletes the written pictures. A failure only leaves bytes that nothing refers to, so it is only logged. */
  const remove = async (): Promise<void> => {
    if (!isWritten) return;
    isWritten = false;
    const outcomes = await Promise.allSettled(pictures.map(({ key }) => storage.delete(key)));
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        logger.warn(
          { err: outcome.reason, folder },
          "unused pictures could not be deleted from the storage; the next sweep deletes them",
        );
  };
  return {
    /** Resolves once all bytes are on the disk; if that fails, the written pictures are deleted. */
    async write(): Promise<void> {
      isWritten = true;
      // Waits for all, also when one fails: no write may still be running when they are deleted.
      const outcomes = await Promise.allSettled(pictures.map(({ key, bytes }) => storage.write(key, bytes)));
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      if (!failed) return;
      // Not waited for: a storage that hangs would hold up the answer twice as long.
      void remove();
      throw failed.reason;
    },
    remove,
  };
}
