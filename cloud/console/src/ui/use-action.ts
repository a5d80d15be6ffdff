import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api.ts";

export type Action = {
  /** Does the work and resolves to true, or sets `problem` to why it was refused. */
  act: (work: () => Promise<unknown>) => Promise<boolean>;
  busy: boolean;
  problem: string | undefined;
};

/** What a button or a form does: whether it is at it, and the sentence to show where the service refused it. */
export function useAction(problemBefore?: string): Action {
  const [problem, setProblem] = useState(problemBefore);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(error instanceof ApiError ? error.explanation : "The service does not answer. Is it running?");
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { act, busy, problem };
}

/** A `useAction` for writes: after each one, whether it succeeded or not, all queries are refreshed. */
export function useWrite(): Action {
  const { act, ...rest } = useAction();
  const queries = useQueryClient();
  const write = async (work: () => Promise<unknown>) => {
    const isDone = await act(work);
    await queries.invalidateQueries();
    return isDone;
  };
  return { act: write, ...rest };
}
