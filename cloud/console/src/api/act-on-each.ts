import { problemOf } from "./api-error.ts";

/** The outcome of one of several items: why it was refused, or undefined. */
export type Outcome = { id: string; name: string; problem: string | undefined };

/** Does the same with several items, one after the other, so that each is done or refused by itself. */
export async function actOnEach(
  items: readonly { id: string; name: string }[],
  act: (id: string) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id, name } of items) {
    const problem = await act(id).then(() => undefined, problemOf);
    outcomes.push({ id, name, problem });
  }
  return outcomes;
}

/** Ids of the successful outcomes. */
export const doneOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ id, problem }) => (problem === undefined ? [id] : []));

/** Returns the refused items with the reasons; undefined if none was refused. */
export const refusalsOf = (outcomes: readonly Outcome[]): string | undefined =>
  outcomes.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`])).join(" ") ||
  undefined;
