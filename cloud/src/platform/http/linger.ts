import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Maximum number of bytes of an unwanted body that are read, so that its sender can read the reply.
 */
const MAX_DRAINED_BYTES = 268_435_456;
const DRAIN_MS = 30_000;

/**
 * Completes a reply that is sent before its request has arrived completely, such as a 413: writes all of it at once,
 * and ends it when the rest of the body has been read and discarded. Closing the connection earlier resets it, and
 * the sender loses the reply. Call it before the reply is written.
 */
export function lingerForBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  const end = outgoing.end.bind(outgoing);
  const endLater = (last?: string | Uint8Array) => {
    if (last === undefined) outgoing.flushHeaders();
    else outgoing.write(last);
    drain(incoming, end);
    return outgoing;
  };
  Object.assign(outgoing, { end: endLater });
}

/** Reads a request to its end; cuts the connection where that does not come. */
function drain(incoming: IncomingMessage, onEnd: () => void): void {
  if (incoming.readableEnded) return onEnd();
  const { socket } = incoming;
  let sizeBytes = 0;
  const cut = () => void socket.destroy();
  const timer = setTimeout(cut, DRAIN_MS).unref();
  incoming.on("data", (chunk: Uint8Array) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_DRAINED_BYTES) cut();
  });
  incoming.once("end", onEnd);
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}
