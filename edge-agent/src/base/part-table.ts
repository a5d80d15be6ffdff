/** One row: a part, the function that opens it from the parts above it, and the one that ends it. */
type Row = {
  name: string;
  open: (above: Record<string, unknown>) => unknown;
  end: ((part: unknown) => unknown) | undefined;
};

/** The parts of a program in the order in which they open. */
export type PartTable<Given, Above> = {
  /** Adds a row; `open` may use what is given and every part above it. */
  part<Name extends string, Part>(
    name: Name,
    open: (above: Above) => Part | Promise<Part>,
    end?: (part: Part) => unknown,
  ): PartTable<Given, Above & { readonly [Key in Name]: Part }>;
  /**
   * Opens the parts one after the other; rejects with the error of the one that failed, after those above it have
   * ended. `stop` ends them from the last to the first.
   */
  open(given: Given): Promise<{ parts: Above; stop: () => Promise<void> }>;
};

/** A table without rows. */
export const partTable = <Given extends object>(): PartTable<Given, Given> => tableOf([]);

function tableOf<Given extends object, Above>(rows: readonly Row[]): PartTable<Given, Above> {
  return {
    part: (name, open, end) => tableOf([...rows, { name, open, end } as Row]),
    async open(given) {
      await using opening = new AsyncDisposableStack();
      const parts = { ...given } as Record<string, unknown>;
      for (const { name, open, end } of rows) {
        const part = await open(parts);
        if (end) opening.defer(async () => void (await end(part)));
        parts[name] = part;
      }
      const running = opening.move();
      return { parts: parts as Above, stop: () => running.disposeAsync() };
    },
  };
}
