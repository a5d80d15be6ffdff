import { z } from "zod";
import { datetime, text } from "./primitives.ts";

export const devicePlatform = z.enum(["android", "ios"]).meta({ id: "DevicePlatform" });

export const registerDeviceRequest = z.object({
  deviceId: text(200),
  platform: devicePlatform,
  pushToken: z.string().regex(/^[\x21-\x7e]{1,2000}$/, { message: "must be 1 to 2000 visible ASCII characters" }),
  appVersion: text(100),
  deviceModel: text(200),
});
export const unregisterDeviceRequest = z.object({ deviceId: text(200) });

/** A mobile device registered for push notifications. */
export const device = z
  .object({
    deviceId: z.string(),
    platform: devicePlatform,
    appVersion: z.string(),
    deviceModel: z.string(),
    isActive: z.boolean().describe("false once the push service has rejected its token"),
    lastActiveAt: datetime.describe("when it was last registered"),
    createdAt: datetime,
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof device>;

export const deviceList = z.object({ devices: z.array(device), total: z.int() });
