import { z } from "zod";
import type { AppContext } from "../http/context.ts";
import { TAKEN_PICTURES } from "./decode-picture.ts";
import { type SentPicture, takePicture } from "./sent-picture.ts";

/** A request body that is one image; the bytes decide of what kind. */
export const imageBody = {
  required: true,
  content: { "image/*": { schema: z.string().meta({ format: "binary" }) } },
};

/** Reads the image that is the body of a request; `problem` explains an INVALID_IMAGE_FORMAT. */
export async function readImageBody(
  c: AppContext,
): Promise<{ ok: true; picture: SentPicture } | { ok: false; problem: string }> {
  if (c.req.header("Content-Encoding") !== undefined)
    return { ok: false, problem: "The image must be sent without a Content-Encoding." };
  // `image/*` itself counts: clients made from the description send it.
  if (!/^image\/[\w.+*-]+\s*(?:;|$)/i.test(c.req.header("Content-Type")?.trim() ?? ""))
    return { ok: false, problem: "Send the image as the body, with a Content-Type such as image/jpeg." };
  const picture = await takePicture(new Uint8Array(await c.req.arrayBuffer()));
  if (picture) return { ok: true, picture };
  return {
    ok: false,
    problem: `The image must be ${TAKEN_PICTURES}.`,
  };
}
