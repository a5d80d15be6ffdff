import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { problemOf } from "./api-error.ts";
import { type Group, refresh } from "./refresh.ts";

export type Write<Input, Result> = {
  /**
   * Resolves to true once the service has completed the write and the shown data is refreshed; `onDone` is called
   * before that. A call during another write waits its turn. A call with the same input as the pending write before it
   * is ignored, so a double click writes once.
   */
  write: (input: Input, onDone?: (result: Result) => void) => Promise<boolean>;
  busy: boolean;
  /** The reason why a write failed; the next write that does not have to wait clears it. */
  problem: string | undefined;
};

type Call<Input, Result> = { input: Input; onDone: ((result: Result) => void) | undefined };

/** A write to the service. After it, the queries of these groups are refreshed; all others are left alone. */
export function useWrite<Input = void, Result = unknown>(
  work: (input: Input) => Promise<Result>,
  groups: readonly Group[] = [],
): Write<Input, Result> {
  const queries = useQueryClient();
  // Mutations of one scope run one after the other.
  const scope = { id: useId() };
  const newest = useRef<{ key: string }>(undefined);
  const [failure, setFailure] = useState<unknown>();
  const { mutateAsync, isPending } = useMutation({
    scope,
    mutationFn: async ({ input, onDone }: Call<Input, Result>) => {
      const result = await work(input);
      onDone?.(result);
      return result;
    },
    onSuccess: () => refresh(queries, groups),
    // A rejection, too, means that the page is outdated.
    onError: () => void refresh(queries, groups),
  });
  const write = async (input: Input, onDone?: (result: Result) => void) => {
    // All functions have the same key: controls that pass a function are disabled during a write.
    const call = { key: hashKey([input]) };
    if (newest.current?.key === call.key) return false;
    if (!newest.current) setFailure(undefined);
    newest.current = call;
    try {
      await mutateAsync({ input, onDone });
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      if (newest.current === call) newest.current = undefined;
    }
  };
  return { write, busy: isPending, problem: failure === undefined ? undefined : problemOf(failure) };
}
