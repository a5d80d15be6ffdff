/** The content of a cell: the sender's text, or a number of a format that stores numbers. */
export type Cell = string | number;

/**
 * A row of a table, by its number and place in the file; one that cannot be read has a problem instead. `flaws` are
 * sentences about cells that cannot be read.
 */
export type TableRow = { number: number; place: string } & ({ cells: Cell[]; flaws?: string[] } | { problem: string });

/** A cell that holds nothing. */
export const isBlank = (cell: Cell | undefined): boolean => cell === undefined || cell === "";
