import { and, type Column, ilike, like, type SQL, sql } from "drizzle-orm";

type PartOptions = {
  ignoresCase?: boolean;
  /** The index has the `short_grams` of this many characters only: a part that needs them is found within these. */
  gramsWithin?: number;
};

/**
 * Matches rows whose column holds `part`, with its case or, where `ignoresCase`, without. The column needs an index of
 * its trigrams and, for parts without three letters or digits in a row, of its `short_grams`: of the lower-case text
 * where case is ignored. The index must not be partial: the planner would not use its statistics.
 */
export function holdsPart(
  column: Column | SQL,
  part: string,
  { ignoresCase = false, gramsWithin }: PartOptions = {},
): SQL | undefined {
  const pattern = patternOf(part);
  const isMatch = ignoresCase ? ilike(column, pattern) : like(column, pattern);
  if (part === "" || /[a-z0-9]{3}/i.test(part)) return isMatch;
  const whole = ignoresCase ? sql`lower(${column})` : sql`${column}`;
  const text = gramsWithin === undefined ? whole : sql`"left"(${whole}, ${sql.raw(String(gramsWithin))})`;
  const sought = ignoresCase ? sql`lower(${part}::text)` : sql`${part}::text`;
  // One or two ASCII characters are a short gram themselves: a query for this gram alone lets the planner estimate how
  // frequent it is. For a frequent gram, the planner scans the table, and the cheap comparison comes first.
  if (/^[ -~]{1,2}$/.test(part))
    return sql`(position(${sought} in ${text}) > 0 and short_grams(${text}) @> array[${sought}])`;
  return and(isMatch, sql`short_grams(${text}) @> short_grams(${sought})`);
}

/** Matches texts that hold `part`, in any case, without an index: for tables that stay small. */
export function holdsText(text: Column | SQL, part: string): SQL {
  return ilike(text, patternOf(part));
}

const patternOf = (part: string) => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`;
