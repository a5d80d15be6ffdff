/** A text as a literal of SQL. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
