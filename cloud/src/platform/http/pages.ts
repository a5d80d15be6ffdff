import { z } from "zod";

/** Writes where the next page starts; opaque to the caller. */
function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** A `cursor` query parameter that holds a position of this shape; anything else is a validation error. */
export function cursorOf<Schema extends z.ZodType>(position: Schema) {
  return z
    .string()
    .max(500)
    .transform((cursor, context) => {
      const parsed = position.safeParse(decode(cursor));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: "must be a nextCursor of this list" });
      return z.NEVER;
    });
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/**
 * Cuts one page out of rows that were asked for with one more than `limit`, and returns where the next one starts.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => unknown,
  present: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null;
  return { items: shown.map(present), nextCursor };
}
