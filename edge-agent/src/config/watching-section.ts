import { z } from "zod";

/** Small pictures for users of the cloud who watch a camera, only while they do. */
export const watchingSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** Maximum data rate of all cameras together. */
    maxKilobytesPerSecond: z
      .number()
      .min(1)
      .max(10_000)
      .default(64)
      .meta({ examples: [64] }),
    maxPicturesPerSecond: z
      .number()
      .min(0.1)
      .max(5)
      .default(2)
      .meta({ examples: [2] }),
    maxWidthPixels: z
      .int()
      .min(160)
      .max(1_280)
      .default(640)
      .meta({ examples: [640] }),
  })
  .prefault({});

/** The bounds of what watching costs. */
export type WatchingSettings = Omit<z.output<typeof watchingSection>, "enabled">;
