import { z } from "zod";

/** Names are put into URLs, file names and placeholder numbers: short, and free of anything that needs quoting. */
export const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, {
  message: "must be 1 to 32 letters, digits, '.', '_' or '-', and start with a letter or digit",
});
export const path = z.string().min(1).max(4_096);
/** ONNX Runtime decides which there are, at loading. */
export const executionProvider = z
  .string()
  .regex(/^[a-z]{2,20}$/, { message: "must be a name of ONNX Runtime in lower case" })
  .default("cpu")
  .meta({ examples: ["cpu"] });
export const share = z.number().min(0).max(1);
