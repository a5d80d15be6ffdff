import { HardwareContext } from "node-av/api";
import { avGetCodecName } from "node-av/lib";
import type { AVCodecID, FFHWDeviceType } from "node-av/constants";
import { SourceError } from "./source-error.ts";

/** Decoder of a stream: its hardware while open, null for software, and its name, such as `software h264`. */
export type ChosenDecoder = { hardware: HardwareContext | null; name: string };

/**
 * Chooses the decoder of a stream: `software`; `auto`, the first hardware that works, else software; or one kind of
 * hardware by FFmpeg's name, such as `vaapi`. Hardware that is named but not usable here is an error, which lists the
 * usable decoders.
 */
export function chooseDecoder(choice: string, codecId: AVCodecID): ChosenDecoder {
  const codec = avGetCodecName(codecId) ?? "video";
  const hardware = choice === "software" ? null : choice === "auto" ? findAny(codecId) : openNamed(choice, codecId);
  return { hardware, name: `${hardware?.deviceTypeName ?? "software"} ${codec}` };
}

function findAny(codecId: AVCodecID): HardwareContext | null {
  const found = HardwareContext.auto();
  if (found?.supportsCodec(codecId)) return found;
  found?.dispose();
  return null;
}

function openNamed(choice: string, codecId: AVCodecID): HardwareContext {
  const known = HardwareContext.listAvailable();
  const isKnown = (name: string): name is FFHWDeviceType => known.includes(name);
  const open = (name: string): HardwareContext | null => {
    const context = isKnown(name) ? HardwareContext.create(name) : null;
    if (context?.supportsCodec(codecId)) return context;
    context?.dispose();
    return null;
  };
  const found = open(choice);
  if (found) return found;
  const usable = known.filter((name) => {
    const context = open(name);
    context?.dispose();
    return context !== null;
  });
  const list = ["software", ...usable].join(", ");
  throw new SourceError("codec", `cannot be decoded by "${choice}" on this machine; available decoders: ${list}`);
}
