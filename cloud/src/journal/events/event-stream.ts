/** What one client gets, as the body of its response. */
export type EventStream = {
  body: ReadableStream<Uint8Array>;
  /** Appends bytes; false when the client has not taken the last ones: it is too slow. */
  send: (bytes: Uint8Array) => boolean;
  /** Sends these bytes, then what was kept aside until now, unless they make up for that; false as with `send`. */
  release: (first: readonly Uint8Array[], aside: "send-aside" | "drop-aside") => boolean;
  close: () => void;
};

/** Bytes that wait for one client, beside what its connection buffers. */
const MAX_WAITING_BYTES = 524_288;
/** Events that may be kept aside while older ones are looked up. */
const MAX_ASIDE = 500;

/** Opens a stream that keeps everything aside at first. `onGone` is called when the client has left. */
export function openEventStream(onGone: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let aside: Uint8Array[] | undefined = [];
  const body = new ReadableStream<Uint8Array>(
    {
      start: (made) => void (controller = made),
      cancel() {
        controller = undefined;
        onGone();
      },
    },
    { highWaterMark: MAX_WAITING_BYTES, size: sizeOf },
  );
  const send = (bytes: Uint8Array) => {
    if (aside) return aside.push(bytes) <= MAX_ASIDE;
    if (!controller || (controller.desiredSize ?? 0) < bytes.byteLength) return false;
    controller.enqueue(bytes);
    return true;
  };
  return {
    body,
    send,
    release(first, what) {
      const all = what === "send-aside" ? [...first, ...(aside ?? [])] : first;
      aside = undefined;
      return all.every(send);
    },
    close() {
      controller?.close();
      controller = undefined;
    },
  };
}

const sizeOf = (bytes: Uint8Array) => bytes.byteLength;
