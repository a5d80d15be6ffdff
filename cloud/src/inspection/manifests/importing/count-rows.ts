const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * True if a text certainly has more rows than this: line breaks inside quotation marks do not count, nor do empty
 * lines. Of a file that is no text, the reader counts the rows.
 */
export function hasTooManyRows(bytes: Uint8Array, maxRows: number): boolean {
  let [rows, isQuoted, isEmpty] = [0, false, true];
  for (const byte of bytes) {
    if (byte === 0) return false;
    if (byte === QUOTE) isQuoted = !isQuoted;
    const endsLine = (byte === LF || byte === CR) && !isQuoted;
    if (endsLine && !isEmpty) rows += 1;
    if (rows > maxRows + MAX_OTHER_ROWS) return true;
    isEmpty = endsLine || (isEmpty && (byte === LF || byte === CR));
  }
  return false;
}

/** Rows at the beginning that may be titles and names of columns. */
const MAX_OTHER_ROWS = 21;
