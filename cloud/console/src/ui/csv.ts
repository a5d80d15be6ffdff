/** The most rows of a file: beyond that, exporting would read a list for minutes. */
const MOST_ROWS = 10_000;

/** The columns of a table, and what each shows of an item. */
export type Column<Item> = [name: string, valueOf: (item: Item) => string | null | undefined];

/** Result of an export; incomplete if the list has more rows than a file takes. */
export type Exported = { rows: number; isComplete: boolean };

type Page<Item> = { items: Item[]; nextCursor: string | null };

type Export<Item> = {
  /** The file is called after it and the day. */
  name: string;
  columns: Column<Item>[];
  /** Reads the page of the list that begins at a cursor; without one, the first. */
  read: (cursor: string | undefined) => Promise<Page<Item>>;
  mostRows?: number;
};

/** Saves all pages of a list as a CSV file, in the order of the list. */
export async function exportCsv<Item>({ name, columns, read, mostRows = MOST_ROWS }: Export<Item>): Promise<Exported> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read(cursor ?? undefined);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && items.length < mostRows);
  save(csvOf(columns, items), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  return { rows: items.length, isComplete: !cursor };
}

/** CSV as RFC 4180 has it, with a byte order mark, by which spreadsheets know UTF-8. */
function csvOf<Item>(columns: Column<Item>[], items: Item[]): string {
  const lines = [columns.map(([name]) => name), ...items.map((one) => columns.map(([, valueOf]) => valueOf(one)))];
  return `\uFEFF${lines.map((cells) => `${cells.map((cell) => cellOf(cell ?? "")).join(",")}\r\n`).join("")}`;
}

/**
 * Spreadsheets run a text that begins like a formula: an apostrophe keeps it a text. One that expects another separator
 * between cells begins a cell after it, whatever the quotes.
 */
export function cellOf(text: string): string {
  const safe = text.replaceAll(/(^|[;,\t|\r\n]["\s]*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
