/** The parts of a program in the order in which they open. */
export type PartTable<Given extends object, Above extends object> = {
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
export const partTable = <Given extends object>(): PartTable<Given, Given> =>
  tableOf((given) => Promise.resolve(given));

function tableOf<Given extends object, Above extends object>(
  openAbove: (given: Given, opening: AsyncDisposableStack) => Promise<Above>,
): PartTable<Given, Above> {
  return {
    part: <Name extends string, Part>(
      name: Name,
      open: (above: Above) => Part | Promise<Part>,
      end?: (part: Part) => unknown,
    ) =>
      tableOf(async (given: Given, opening) => {
        const above = await openAbove(given, opening);
        const part = await open(above);
        if (end) opening.defer(async () => void (await end(part)));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to string
        return { ...above, ...({ [name]: part } as { readonly [Key in Name]: Part }) };
      }),
    async open(given) {
      await using opening = new AsyncDisposableStack();
      const parts = await openAbove(given, opening);
      const running = opening.move();
      return { parts, stop: () => running.disposeAsync() };
    },
  };
}
