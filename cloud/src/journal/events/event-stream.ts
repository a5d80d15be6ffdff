/** The body of the response to one client. */
export type EventStream = {
  body: ReadableStream<Uint8Array>;
  /** Appends bytes; false if the client is too slow and has not received the last ones. */
  send: (bytes: Uint8Array) => boolean;
  /**
   * Sends these bytes, then the events that were kept aside, unless the bytes replace them; false if the client is too
   * slow.
   */
  release: (first: readonly Uint8Array[], aside: "send-aside" | "drop-aside") => boolean;
  close: () => void;
};

/** Bytes that may wait for one client, in addition to its connection's buffer. */
const MAX_WAITING_BYTES = 524_288;
/** Events that may be kept aside while older ones are read. */
const MAX_ASIDE = 500;

/** Opens a stream that first keeps all events aside. `onGone` is called when the client has disconnected. */
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
