/** A mark of a document and the one that ends its part. */
export type Marks = readonly [begin: string, end: string];

/** A document with the part between its two marks replaced; throws where it lacks them. */
export function replaceMarked(document: string, [begin, end]: Marks, part: string): string {
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the document lacks ${begin} or ${end}`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}
