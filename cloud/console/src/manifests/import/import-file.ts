/** A row of a table, by the line of the file in which it begins; a row that cannot be read has a problem instead. */
export type Row = { line: number; cells: string[] } | { line: number; problem: string };
/** A table, whose columns the user maps. */
export type Table = { kind: "table"; header: string[]; rows: Row[] };
/** A manifest in the form that the service accepts, with its line number. */
export type JsonRow =
  | { line: number; text: string; value: Record<string, unknown> }
  | { line: number; problem: string };
export type Records = { kind: "records"; rows: JsonRow[] };

/** Content of a file, and notes for the user on how it was read. */
export type ImportFile = { format: string; content: Table | Records; notes: string[] };
export type Unreadable = { problem: string };
