import { z } from "zod";
import { path } from "./primitives.ts";

/** The HTTP proxy through which the cloud is reached. */
export const proxySection = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
      .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
        message: "must not contain a user name or password: use username and password",
      })
      .meta({ examples: ["http://proxy.example.com:3128"] }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .meta({ examples: ["gate-1"] }),
    password: z
      .string()
      .max(256)
      .optional()
      .meta({ examples: ['"${PROXY_PASSWORD}"'] }),
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    message: "a password needs a username",
  })
  .meta({ examples: ["{ url: http://proxy.example.com:3128 }"] });

/** The certificate with which this device proves its identity to the server in front of the cloud. */
export const clientCertificateSection = z
  .strictObject({
    certificateFile: path.meta({ examples: ["gate-1.pem"] }),
    keyFile: path.meta({ examples: ["gate-1-key.pem"] }),
  })
  .meta({ examples: ["{ certificateFile: gate-1.pem, keyFile: gate-1-key.pem }"] });

/** A time of each day. */
export const deliveryWindow = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, {
    message: "must be two times of the day, such as 22:00-06:00",
  })
  .refine((text) => text.slice(0, 5) !== text.slice(6), {
    message: "must end at another time than it starts; without windows, records are always delivered",
  })
  .meta({ examples: ["22:00-06:00"] });
