import { CodecParameters } from "node-av/lib";
import type { IRational, Packet, Stream } from "node-av/lib";
import type { TakePackets } from "./source.ts";

/** Data for decoding packets of a stream; remains valid after the stream is closed. */
type StreamFacts = { parameters: CodecParameters; timeBase: IRational };

type KeptPacket = { packet: Packet; arrivedAtMs: number };

/** A key picture and those that build on it, one after the other as they are to be decoded. */
type Group = { stream: StreamFacts; packets: KeptPacket[]; bytes: number };

/** Data for decoding one picture. The caller owns `packets`. */
export type PicturePackets = StreamFacts & {
  packets: Packet[];
  /** The time of the picture in the stream. */
  pts: bigint;
  arrivedAtMs: number;
};

export type KeptPackets = {
  take: TakePackets;
  /** The packets up to the picture whose arrival is nearest to this time; null while none is kept. */
  upTo(atMs: number): PicturePackets | null;
  newestMs(): number | null;
  /** Returns the time in ms that the kept pictures reach back. */
  spanMs(): number;
  clear(): void;
};

/**
 * Keeps the coded pictures of a stream of the last `keepMs`, so that each of them can be decoded when it is needed:
 * from the last key picture before that time on. Beyond `maxBytes`, the oldest are dropped earlier. They stay when the
 * stream is opened again.
 */
export function createKeptPackets({ keepMs, maxBytes }: { keepMs: number; maxBytes: number }): KeptPackets {
  const groups: Group[] = [];
  let bytes = 0;

  const dropOldest = () => {
    const oldest = groups.shift();
    bytes -= oldest?.bytes ?? 0;
    for (const { packet } of oldest?.packets ?? []) packet.free();
  };
  const startOf = (group: Group | undefined) => group?.packets[0]?.arrivedAtMs;
  // A group is needed until the next one reaches back far enough.
  const isTooMuch = (nowMs: number) => bytes > maxBytes || (startOf(groups[1]) ?? Infinity) <= nowMs - keepMs;
  const newest = () => groups.at(-1)?.packets.at(-1);
  return {
    take(stream) {
      const facts = factsOf(stream);
      let hasBegun = false;
      return (packet, arrivedAtMs) => {
        if (packet.isKeyframe) groups.push({ stream: facts, packets: [], bytes: 0 });
        hasBegun ||= packet.isKeyframe;
        const group = groups.at(-1);
        // Nothing to decode it with: the stream has just begun, or its last key picture was dropped.
        if (!hasBegun || group?.stream !== facts) return;
        const clone = packet.clone();
        if (!clone) throw new Error("no memory for a packet");
        group.packets.push({ packet: clone, arrivedAtMs });
        group.bytes += clone.size;
        bytes += clone.size;
        while (isTooMuch(arrivedAtMs)) dropOldest();
      };
    },
    upTo(atMs) {
      const all = groups.flatMap(({ packets }) => packets);
      const nearest = all.reduce<KeptPacket | null>(
        (best, each) => (best && Math.abs(best.arrivedAtMs - atMs) <= Math.abs(each.arrivedAtMs - atMs) ? best : each),
        null,
      );
      const group = groups.find(({ packets }) => nearest !== null && packets.includes(nearest));
      if (!nearest || !group) return null;
      const needed = group.packets.slice(0, group.packets.indexOf(nearest) + 1);
      return {
        ...group.stream,
        packets: needed.flatMap(({ packet }) => packet.clone() ?? []),
        pts: nearest.packet.pts,
        arrivedAtMs: nearest.arrivedAtMs,
      };
    },
    clear() {
      while (groups.length > 0) dropOldest();
    },
    newestMs: () => newest()?.arrivedAtMs ?? null,
    spanMs: () => (newest()?.arrivedAtMs ?? 0) - (startOf(groups[0]) ?? 0),
  };
}

/** Copied: FFmpeg frees its own with the stream. */
function factsOf({ codecpar, timeBase: { num, den } }: Stream): StreamFacts {
  const parameters = new CodecParameters();
  parameters.alloc();
  codecpar.copy(parameters);
  return { parameters, timeBase: { num, den } };
}
