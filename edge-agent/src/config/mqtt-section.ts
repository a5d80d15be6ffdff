import { z } from "zod";
import { path } from "./primitives.ts";

export type MqttSettings = {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Certificate authorities of the broker, PEM; undefined: those that Node.js trusts. */
  ca: string | undefined;
};

/** The broker whose messages request scans. */
export const mqttBroker = z
  .strictObject({
    url: z
      .url({ protocol: /^mqtts?$/, message: "must be an mqtt:// or mqtts:// address" })
      .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
        message: "must not contain a user name or password: use username and password",
      })
      .meta({ examples: ["mqtts://broker.example.com:8883"] }),
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
      .meta({ examples: ['"${MQTT_PASSWORD}"'] }),
    caFile: path.optional().meta({ examples: ["broker-ca.pem"] }),
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    message: "a password needs a username",
  })
  .meta({ examples: ["{ url: mqtts://broker.example.com:8883 }"] });
