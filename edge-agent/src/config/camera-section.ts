import { z } from "zod";
import { turns } from "../cameras/turn-picture.ts";
import { name, share } from "./primitives.ts";

const seconds = (usual: number) =>
  z
    .number()
    .min(1)
    .max(86_400)
    .default(usual)
    .meta({ examples: [usual] });
const percent = (usual: number) =>
  z
    .number()
    .min(0)
    .max(100)
    .default(usual)
    .meta({ examples: [usual] });

/** Limits beyond which pictures are faulty, and the times for which a fault must last. */
const health = z.strictObject({
  enabled: z.boolean().default(true),
  darkAfterSeconds: seconds(60),
  frozenAfterSeconds: seconds(60),
  blurredAfterSeconds: seconds(300),
  turnedAfterSeconds: seconds(600),
  darkLevel: z
    .number()
    .min(0)
    .max(255)
    .default(24)
    .meta({ examples: [24] }),
  minimumSharpnessPercent: percent(45),
  minimumViewPercent: percent(20),
});

/** One camera as it is written. */
export const camera = z
  .strictObject({
    id: name.meta({ examples: ["gate-1-top"] }),
    url: z
      .string()
      .min(1)
      .meta({ examples: ["rtsp://192.168.1.20/stream1"] }),
    /** A smaller stream of the same camera, which is watched; `url` then is only decoded for the pictures of scans. */
    subStream: z
      .string()
      .min(1)
      .optional()
      .meta({ examples: ["rtsp://192.168.1.20/stream2"] }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .meta({ examples: ["viewer"] }),
    password: z
      .string()
      .max(256)
      .optional()
      .meta({ examples: ['"${GATE_CAMERA_PASSWORD}"'] }),
    framesPerSecond: z
      .number()
      .min(0.1)
      .max(120)
      .default(10)
      .meta({ examples: [10] }),
    motion: z
      .strictObject({
        enabled: z.boolean().default(true),
        minimumAreaPercent: z
          .number()
          .min(0.05)
          .max(50)
          .default(0.3)
          .meta({ examples: [0.3] }),
        lookEverySeconds: z
          .number()
          .min(1)
          .max(600)
          .default(10)
          .meta({ examples: [10] }),
      })
      .prefault({}),
    health: health.prefault({}),
    maxWidthPixels: z
      .int()
      .min(64)
      .max(7_680)
      .optional()
      .meta({ examples: [1_920] }),
    /** Maximum width of the watched pictures; for a stream over RTSP only. */
    watchWidthPixels: z
      .int()
      .min(320)
      .max(7_680)
      .default(1_920)
      .meta({ examples: [1_920] }),
    /** FFmpeg's names; which of them this machine has is known when the stream is opened. */
    decoder: z
      .string()
      .regex(/^[a-z0-9]{2,20}$/, { message: "must be software, auto, or FFmpeg's name of the hardware, such as vaapi" })
      .default("software")
      .meta({ examples: ["software"] }),
    /** Clockwise, for a camera that is mounted turned. */
    rotate: z
      .literal(turns)
      .default(0)
      .meta({ examples: [90] }),
    /** Polygons in shares of the upright picture. */
    privacyZones: z
      .array(
        z
          .array(z.tuple([share, share]))
          .min(3)
          .max(100),
      )
      .max(32)
      .default([])
      .meta({ examples: ["[[[0, 0], [0.3, 0], [0.3, 0.2], [0, 0.2]]]"] }),
  })
  .meta({ examples: ["{ id: gate-1-top, url: file:loads.mp4 }"] });
