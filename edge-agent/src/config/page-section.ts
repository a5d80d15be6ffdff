import { z } from "zod";

/** The technician's page. */
export const pageSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    maxPicturesPerSecond: z
      .number()
      .min(0.1)
      .max(30)
      .default(5)
      .meta({ examples: [5] }),
    maxWidthPixels: z
      .int()
      .min(160)
      .max(1_280)
      .default(960)
      .meta({ examples: [960] }),
  })
  .prefault({});
