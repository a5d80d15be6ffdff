import { type DeliveryWindow, parseWindow } from "../forwarding/delivery-windows.ts";
import { UNLIMITED } from "../forwarding/link/limits.ts";
import type { ConfigFile } from "./sections.ts";

/** Settings for sending records. */
export type Sending = {
  limits: { eventsEveryMs: number; maxBytesPerSecond: number };
  /** Times at which records may be sent; always if empty. */
  windows: readonly DeliveryWindow[];
};

/** Resolves the configuration's settings for sending records. */
export function resolveSending(cloud: ConfigFile["cloud"]): Sending {
  const { eventsEverySeconds, maxKilobytesPerSecond, deliveryWindows } = cloud;
  const maxBytesPerSecond = maxKilobytesPerSecond === undefined ? UNLIMITED : maxKilobytesPerSecond * 1_000;
  const limits = { eventsEveryMs: eventsEverySeconds * 1_000, maxBytesPerSecond };
  return { limits, windows: deliveryWindows.map(parseWindow) };
}
