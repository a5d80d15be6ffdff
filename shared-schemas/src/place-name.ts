import { z } from "zod";
import { text } from "./primitives.ts";

/** The name of a site, a lane or a camera. */
export const placeName = z.string().trim().pipe(text(100));
