import { setTimeout as delay } from "node:timers/promises";
import { decodePast } from "./decode-past.ts";
import type { PastPicture } from "./decode-past.ts";
import type { Limits } from "./fit-picture.ts";
import type { KeptPackets } from "./kept-packets.ts";
import { SourceError } from "./source-error.ts";

/** A picture that arrived this much earlier or later shows something else. */
const MAX_APART_MS = 1_000;
/** Time in ms for the stream to reach the requested time. */
const CATCH_UP_MS = 2_000;
const POLL_MS = 20;

export type PastPictures = {
  /**
   * The picture that arrived nearest to this time; `waits`: one that is about to arrive counts as well. Throws a
   * SourceError where there is none.
   */
  at(atMs: number, options: { waits: boolean }): Promise<PastPicture>;
};

/** Decodes pictures of a stream whose packets are kept, one after the other: each takes the memory of a decoder. */
export function createPastPictures(parts: {
  kept: KeptPackets;
  /** See `chooseDecoder`. */
  decoder: string;
  limits: Limits;
  finish: (picture: PastPicture) => PastPicture;
  monotonicMs: () => number;
}): PastPictures {
  const { kept, decoder, limits, finish, monotonicMs } = parts;
  let decoding: Promise<unknown> = Promise.resolve();

  /** Waits until a picture of this time or a later one has arrived. */
  const arrival = async (atMs: number) => {
    const deadlineMs = monotonicMs() + CATCH_UP_MS;
    while ((kept.newestMs() ?? atMs) < atMs && monotonicMs() < deadlineMs) await delay(POLL_MS);
  };
  const decode = async (atMs: number): Promise<PastPicture> => {
    const packets = kept.upTo(atMs);
    const apartMs = packets ? Math.abs(packets.arrivedAtMs - atMs) : Infinity;
    if (packets && apartMs <= MAX_APART_MS) return finish(await decodePast(packets, { decoder, ...limits }));
    for (const packet of packets?.packets ?? []) packet.free();
    if (!packets) throw new SourceError("timeout", "has delivered no picture");
    throw new SourceError("timeout", describeMiss({ ageMs: monotonicMs() - atMs, spanMs: kept.spanMs() }));
  };
  return {
    async at(atMs, { waits }) {
      if (waits) await arrival(atMs);
      const picture = decoding.then(() => decode(atMs));
      decoding = picture.catch(() => {});
      return picture;
    },
  };
}

function describeMiss({ ageMs, spanMs }: { ageMs: number; spanMs: number }): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  return `its picture of ${seconds(ageMs)} s ago is not kept; the kept ones cover ${seconds(spanMs)} s`;
}
