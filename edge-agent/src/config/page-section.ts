import { z } from "zod";

/** The technician's page. */
export const pageSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** An address of this machine, or all of them; without it, the page stays on this machine. */
    host: z
      .string()
      .regex(/^(?:[0-9A-Fa-f:.]+|[A-Za-z0-9.-]+)$/, { message: "must be an address of this machine, or 0.0.0.0" })
      .max(253)
      .optional()
      .meta({ examples: ["0.0.0.0"] }),
    port: z
      .int()
      .min(0)
      .max(65_535)
      .default(8_443)
      .meta({ examples: [8_443] }),
    sessionHours: z
      .number()
      .min(0.1)
      .max(720)
      .default(12)
      .meta({ examples: [12] }),
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

/** Settings of the page; `host` is undefined while other machines cannot reach it. */
export type PageSettings = z.output<typeof pageSection> & { host: string | undefined };

/** Bounds on the pictures that the page shows. */
export type PagePictureSettings = Pick<PageSettings, "maxPicturesPerSecond" | "maxWidthPixels">;
