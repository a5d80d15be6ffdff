/**
 * Forwards a stream on demand, and fails it if it ends early, is too long or breaks: the receiver must not mistake a
 * part for the whole. `onFailure` gets the cause. Cancelling it cancels the source, and is not a failure.
 */
export function exactLength(
  source: ReadableStream<Uint8Array>,
  lengthBytes: number,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let leftBytes = lengthBytes;
  let isCancelled = false;
  const read = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await reader.read();
    leftBytes -= value?.length ?? 0;
    if (leftBytes < 0 || (done && leftBytes > 0))
      throw new Error(`the stored bytes are not the ${lengthBytes} expected`);
    return done ? undefined : value;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const chunk = await read();
          // Cancelled while this waited for the source: the source is cancelled too, and the controller no longer
          // accepts calls.
          if (isCancelled) return;
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        } catch (error) {
          if (isCancelled) return;
          onFailure(error);
          controller.error(error);
          await reader.cancel(error).catch(() => undefined);
        }
      },
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the receiver.
    { highWaterMark: 0 },
  );
}
