import { z } from "zod";
import { share } from "./primitives.ts";

/** The collector that gets the traces of scans. */
export const tracesSection = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
      .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
        message: "must not contain a user name or password: set OTEL_EXPORTER_OTLP_HEADERS",
      })
      .meta({ examples: ["http://collector.example.com:4318"] }),
    share: share.default(1).meta({ examples: [1] }),
  })
  .meta({ examples: ["{ endpoint: http://collector.example.com:4318 }"] });
