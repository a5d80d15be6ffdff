const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * True if a text certainly has more rows than this: line breaks inside quotation marks do not count, nor do empty
 * lines. The reader counts the rows of a file that is no text, and of one whose rows are no lines.
 */
export function hasTooManyRows(bytes: Uint8Array, maxRows: number): boolean {
  if (NO_LINES.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1"))) return false;
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

const HEAD_BYTES = 1_000;
/** The beginning of EDIFACT, markup, a JSON list, or a JSON object that does not end with its line. */
const NO_LINES = /^(?:\xEF\xBB\xBF)?\s*(?:UN[AB]|<|\[\s*[{\]]|\{(?:.*[^}\s][^\S\n]*)?\r?\n)/;

/** Rows at the beginning that may be titles and names of columns. */
const MAX_OTHER_ROWS = 21;
