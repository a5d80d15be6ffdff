import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { problemOf } from "./api-error.ts";
import { type Group, refresh } from "./refresh.ts";

export type Write<Input, Result> = {
  /**
   * Resolves to true once the service has done it and what is shown is refreshed; `onDone` is called before that. Calls
   * during a write are ignored: a double click does it once.
   */
  write: (input: Input, onDone?: (result: Result) => void) => Promise<boolean>;
  busy: boolean;
  /** Why the last write failed. */
  problem: string | undefined;
};

type Call<Input, Result> = { input: Input; onDone: ((result: Result) => void) | undefined };

/** A write to the service. After it, the queries of these groups are refreshed; all others are left alone. */
export function useWrite<Input = void, Result = unknown>(
  work: (input: Input) => Promise<Result>,
  groups: readonly Group[] = [],
): Write<Input, Result> {
  const queries = useQueryClient();
  const isRunning = useRef(false);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async ({ input, onDone }: Call<Input, Result>) => {
      const result = await work(input);
      onDone?.(result);
      return result;
    },
    onSuccess: () => refresh(queries, groups),
    // Also a refusal shows that what is on the page is outdated.
    onError: () => void refresh(queries, groups),
  });
  const write = async (input: Input, onDone?: (result: Result) => void) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      await mutateAsync({ input, onDone });
      return true;
    } catch {
      return false;
    } finally {
      isRunning.current = false;
    }
  };
  return { write, busy: isPending, problem: error ? problemOf(error) : undefined };
}
