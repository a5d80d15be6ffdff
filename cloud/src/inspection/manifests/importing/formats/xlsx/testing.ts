import { strToU8, zipSync } from "fflate";

/** The value of a cell, or its XML: `<c r="A1"…>`, in which `@` stands for the address. */
type TestCell = string | number | { xml: string };

const NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The bytes of a workbook with these sheets, as a spreadsheet writes them. */
export function workbookOf(
  sheets: Record<string, TestCell[][]>,
  { workbookProperties = "", extra = {} }: { workbookProperties?: string; extra?: Record<string, Uint8Array> } = {},
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const relations = names.map(
    (_name, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/>`;
  const files: Record<string, Uint8Array> = {
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}">${workbookProperties}<sheets>${list.join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}${styles}</Relationships>`,
    ),
    // Style 1 is a date.
    "xl/styles.xml": strToU8(
      `<styleSheet xmlns="${NAMESPACE}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(sheetOf(sheets[name] ?? []))]),
    ),
    ...extra,
  };
  const packed = zipSync(files);
  const copy = new Uint8Array(packed.byteLength);
  copy.set(packed);
  return copy;
}

function sheetOf(rows: TestCell[][]): string {
  const lines = rows.map((cells, at) => {
    const xml = cells.map((cell, index) => cellXml(cell, `${String.fromCodePoint(65 + index)}${at + 1}`));
    return `<row r="${at + 1}">${xml.join("")}</row>`;
  });
  return `<worksheet xmlns="${NAMESPACE}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

function cellXml(cell: TestCell, address: string): string {
  if (typeof cell === "object") return cell.xml.replaceAll("@", address);
  if (cell === "") return "";
  if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
  return `<c r="${address}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
}
