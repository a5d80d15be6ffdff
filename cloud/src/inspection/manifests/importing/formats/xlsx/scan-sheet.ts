/** A cell with its attributes, a formula if there is one, and the rest of its content. */
const CELL = /<c\b([^>]*?)(?:\/>|>(<f\b[^>]*?(?:\/>|>[^<]*<\/f>))?([^]*?)<\/c>)/g;
const VALUE = /<v\b[^>]*>[^<]/;
const ADDRESS = /\br="([A-Z]{1,3})(\d{1,7})"/;

/**
 * The flaws of cells in the XML of a sheet, by the numbers of their rows: formulas without a stored value, and errors.
 * Both would be read as empty cells.
 */
export function findFlaws(xml: string): Map<number, string[]> {
  const flaws = new Map<number, string[]>();
  for (const [, attributes = "", formula, content = ""] of xml.matchAll(CELL)) {
    const flaw = describe(attributes, formula !== undefined, content);
    const [, column = "", row = ""] = flaw === undefined ? [] : (ADDRESS.exec(attributes) ?? []);
    if (flaw === undefined || row === "") continue;
    flaws.set(Number(row), [...(flaws.get(Number(row)) ?? []), `The cell ${column}${row} ${flaw}`]);
  }
  return flaws;
}

function describe(attributes: string, hasFormula: boolean, content: string): string | undefined {
  if (/\bt="e"/.test(attributes)) return `holds the error ${/<v>([^<]*)/.exec(content)?.[1] ?? ""}.`;
  const isText = /\bt="str"/.test(attributes);
  if (!hasFormula || VALUE.test(content) || (isText && content.includes("<v"))) return undefined;
  return "is a formula without a value. Open the file in a spreadsheet, save it, and send it again.";
}
