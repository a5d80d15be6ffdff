import { type DeliveryWindow, parseWindow } from "../forwarding/delivery-windows.ts";
import { UNLIMITED } from "../forwarding/link/limits.ts";
import type { ConfigFile } from "./sections.ts";

/** How records are sent. */
export type Sending = {
  limits: { eventsEveryMs: number; maxBytesPerSecond: number };
  /** When they may be sent; always without any. */
  windows: readonly DeliveryWindow[];
};

/** Resolves what the configuration states of sending records. */
export function resolveSending(cloud: ConfigFile["cloud"]): Sending {
  const { eventsEverySeconds, maxKilobytesPerSecond, deliveryWindows } = cloud;
  const maxBytesPerSecond = maxKilobytesPerSecond === undefined ? UNLIMITED : maxKilobytesPerSecond * 1_000;
  const limits = { eventsEveryMs: eventsEverySeconds * 1_000, maxBytesPerSecond };
  return { limits, windows: deliveryWindows.map(parseWindow) };
}
