import { createHash } from "node:crypto";
import { yieldIfLarge } from "../concurrency/yield-if-large.ts";
import { decodePicture, type Picture } from "./decode-picture.ts";

/** A picture as it was sent, decoded to its end; `sha256` is of these bytes. */
export type SentPicture = Picture & { bytes: Uint8Array; sha256: string };

/** Takes bytes as a picture; undefined when they are none that `decodePicture` takes. */
export async function takePicture(bytes: Uint8Array): Promise<SentPicture | undefined> {
  // Decoding runs in separate threads: the hash is ready before it ends.
  const decoding = decodePicture(bytes);
  const sha256 = await sha256Of(bytes);
  const picture = await decoding;
  return picture && { ...picture, bytes, sha256 };
}

const PIECE_BYTES = 4_194_304;

/** Hashes the bytes in pieces, between which other requests have their turn. */
async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + PIECE_BYTES));
    await yieldIfLarge(bytes.length);
  }
  return hash.digest("hex");
}
