import type { FullPicture } from "./camera.ts";
import type { Frame } from "./frame.ts";
import { maskUrl } from "./mask-url.ts";
import type { MessageToAgent, MessageToProcess } from "./process-messages.ts";

/** A long group of large pictures takes seconds to decode. */
const WITHIN_MS = 20_000;

export type FullPictureReply =
  | { ok: true; widthPixels: number; heightPixels: number; rgb: Uint8Array }
  | { ok: false; message: string };

/** The process that made a frame. */
type Origin = { fullPicture(arrivedAtMs: number): Promise<FullPictureReply> };

type Answer = Extract<MessageToAgent, { type: "full-picture" | "no-full-picture" }>;

/** Asks a camera's process for full-size pictures; each question is answered, whatever happens to the process. */
export function createFullPictureRequests(sendToProcess: (message: MessageToProcess) => void) {
  const open = new Map<number, (reply: FullPictureReply) => void>();
  let lastRequest = 0;
  let hasEnded = false;
  const settle = (request: number, reply: FullPictureReply) => {
    open.get(request)?.(reply);
    open.delete(request);
  };
  const endedReply: FullPictureReply = { ok: false, message: "the camera's process has ended" };
  return {
    answer(message: Answer): void {
      const isFound = message.type === "full-picture";
      settle(message.request, isFound ? { ok: true, ...message } : { ok: false, message: message.message });
    },
    async ask(arrivedAtMs: number): Promise<FullPictureReply> {
      if (hasEnded) return endedReply;
      const request = ++lastRequest;
      const late: FullPictureReply = { ok: false, message: `it was not decoded within ${WITHIN_MS / 1_000} s` };
      const timer = setTimeout(() => settle(request, late), WITHIN_MS);
      const reply = await new Promise<FullPictureReply>((resolve) => {
        open.set(request, resolve);
        sendToProcess({ type: "full-picture", request, arrivedAtMs });
      });
      clearTimeout(timer);
      return reply;
    },
    end(): void {
      hasEnded = true;
      for (const request of open.keys()) settle(request, endedReply);
    },
  };
}

/** The bytes of a message, which may be a part of a larger buffer. */
export const bytesOf = (rgb: Uint8Array) => new Uint8Array(rgb.buffer, rgb.byteOffset, rgb.byteLength);

/** Remembers where frames come from, so that the process that made one can be asked for its full-size picture. */
export function createOrigins() {
  const origins = new WeakMap<Frame, { process: Origin; arrivedAtMs: number }>();
  return {
    note(frame: Frame, process: Origin | undefined, arrivedAtMs: number | undefined): void {
      if (process && arrivedAtMs !== undefined) origins.set(frame, { process, arrivedAtMs });
    },
    async fullPicture(frame: Frame): Promise<FullPicture> {
      const origin = origins.get(frame);
      if (!origin) return { frame, problem: null };
      const reply = await origin.process.fullPicture(origin.arrivedAtMs);
      if (!reply.ok) return { frame, problem: maskUrl(reply.message) };
      const { widthPixels, heightPixels, rgb } = reply;
      return { frame: { ...frame, widthPixels, heightPixels, rgb: bytesOf(rgb) }, problem: null };
    },
  };
}
