import { createHash } from "node:crypto";
import { decodePicture, type Picture } from "./decode-picture.ts";

/** A picture as it was sent, decoded to its end; `sha256` is of these bytes. */
export type SentPicture = Picture & { bytes: Uint8Array; sha256: string };

/** Takes bytes as a picture; undefined when they are none that `decodePicture` takes. */
export async function takePicture(bytes: Uint8Array): Promise<SentPicture | undefined> {
  // Decoding has threads of its own: the hash is there before it ends.
  const decoding = decodePicture(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const picture = await decoding;
  return picture && { ...picture, bytes, sha256 };
}
