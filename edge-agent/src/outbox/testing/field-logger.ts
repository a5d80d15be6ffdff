/** Creates a logger that keeps its entries: the message, and the fields, with the text of errors. */
export function createFieldLogger() {
  const entries: { level: string; message: string; fields: object }[] = [];
  const keep = (level: string) => (fields: object, message: string) => {
    const readable = Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? String(value) : value,
    ]);
    entries.push({ level, message, fields: Object.fromEntries(readable) });
  };
  return { entries, info: keep("info"), warn: keep("warn"), error: keep("error") };
}
