/**
 * Passes a stream on as it is asked for, and fails it where it ends early, goes on too long or breaks: the receiver must not take
 * a part for the whole. `onFailure` is told why. Cancelling it cancels the source.
 */
export function exactLength(
  source: ReadableStream<Uint8Array>,
  lengthBytes: number,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let leftBytes = lengthBytes;
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
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        } catch (error) {
          onFailure(error);
          controller.error(error);
          await reader.cancel(error).catch(() => undefined);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of the receiver.
    { highWaterMark: 0 },
  );
}
