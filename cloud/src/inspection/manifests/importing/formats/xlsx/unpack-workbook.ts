import { unzipSync, zipSync } from "fflate";

/** Bytes that the XML of a workbook may have, unpacked: 50,000 rows have 30 MB. */
const MAX_UNPACKED_BYTES = 60_000_000;
const MAX_ENTRIES = 2_000;
/** First bytes of a ZIP archive, and of the older container of Microsoft Office files. */
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The XML files of a workbook by their paths, or the sentence that states why it cannot be read. */
export type Unpacked = { ok: true; files: Record<string, Uint8Array> } | { ok: false; problem: string };

export const isZip = (bytes: Buffer) => bytes.subarray(0, ZIP.length).equals(ZIP);
export const isOle2 = (bytes: Buffer) => bytes.subarray(0, OLE2.length).equals(OLE2);

/** Refuses what is no XLSX workbook by its name, and one that would take too much memory. */
export function unpackWorkbook(bytes: Buffer): Unpacked {
  if (isOle2(bytes)) return { ok: false, problem: nameOle2(bytes) };
  let [unpackedBytes, entries] = [0, 0];
  const names: string[] = [];
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries <= MAX_ENTRIES) names.push(name);
        if (!/\.(xml|rels)$/.test(name) || entries > MAX_ENTRIES) return false;
        unpackedBytes += originalSize;
        return unpackedBytes <= MAX_UNPACKED_BYTES;
      },
    });
    if (unpackedBytes > MAX_UNPACKED_BYTES || entries > MAX_ENTRIES) return { ok: false, problem: TOO_LARGE };
    return files["xl/workbook.xml"] ? { ok: true, files } : { ok: false, problem: nameZip(names) };
  } catch {
    return {
      ok: false,
      problem: "The workbook is damaged: its archive cannot be unpacked. Save it again and send that file.",
    };
  }
}

/**
 * An archive of files that were unpacked within their bounds, and are not compressed: the size that the original one
 * states may be a lie.
 */
export function repack(files: Record<string, Uint8Array>): ArrayBuffer {
  const packed = zipSync(files, { level: 0 });
  const copy = new ArrayBuffer(packed.byteLength);
  new Uint8Array(copy).set(packed);
  return copy;
}

const TOO_LARGE =
  `The workbook unpacks to more than ${MAX_UNPACKED_BYTES / 1_000_000} MB, as no workbook of 50,000 rows does. ` +
  "Send its sheet of manifests alone, or as CSV.";

function nameOle2(bytes: Buffer): string {
  return bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? "The workbook is encrypted. Save it without a password and send that file."
    : "This is a workbook of the old kind (.xls), which is not read. Save it as XLSX and send that file.";
}

function nameZip(names: readonly string[]): string {
  if (names.includes("xl/workbook.bin"))
    return "This is a binary workbook (.xlsb), which is not read. Save it as XLSX.";
  if (names.includes("content.xml")) return "This is an OpenDocument file (.ods), which is not read. Save it as XLSX.";
  if (names.includes("word/document.xml")) return "This is a text document (.docx). Send a workbook or CSV.";
  return "This is a ZIP archive and no workbook. Unpack it and send the file inside.";
}
