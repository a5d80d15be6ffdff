import { describe, expect, test } from "vitest";
import { interchange, notesOf, readEdi } from "../cuscar/testing.ts";

const body = ["BGM+785+R1+9", "CNI+1+B1", "GID+1+300:SA", "FTX+AAA+++COFFEE ?+ MILK ?? IT?'S"];
const whole = interchange(...body);

async function goodsOf(file: string | Uint8Array) {
  const read = await readEdi(file);
  if (!read.ok) return read.problem;
  return read.manifests.map(({ fields }) => fields["declaredGoods"]);
}
const coffee = (description: string) => [[{ description, packageCode: "SA", numberOfPackages: 300 }]];
const problemsOf = async (file: string) => {
  const read = await readEdi(file);
  return read.ok
    ? read.manifests.flatMap(({ rows }) => rows.flatMap(({ problems }) => problems)).map(({ message }) => message)
    : read.problem;
};

describe("an interchange is read", () => {
  test.each<[string, string | Uint8Array]>([
    ["with one segment per line", whole],
    ["on one line", whole.replaceAll("\n", "")],
    ["with CRLF and blanks between segments", whole.replaceAll("\n", "  \r\n \t")],
    ["with UNA", `UNA:+.? '${whole}`],
    ["with other separators", `UNA|*.! ~${whole.replaceAll(":", "|").replaceAll(/(?<!\?)\+/g, "*").replaceAll(/(?<!\?)'/g, "~").replaceAll(/\?(.)/g, (_, sign: string) => (sign === "?" ? "?" : sign))}`],
    ["with the control characters of level B", whole.replaceAll(":", "\u001F").replaceAll(/(?<!\?)\+/g, "\u001D").replaceAll(/(?<!\?)'/g, "\u001C").replaceAll(/\?(.)/g, "$1")],
    ["with a byte order mark", `\uFEFF${whole}`],
    ["as UTF-16", Buffer.from(`\uFEFF${whole}`, "utf16le")],
    ["with Ctrl+Z at its end", `${whole}\u001A`],
  ])("%s", async (_name, file) => expect(await goodsOf(file)).toEqual(coffee("COFFEE + MILK ? IT'S"))); // prettier-ignore

  test.each<[string, string, BufferEncoding, string]>([
    ["ISO 8859-1, as UNOC states", "UNOC", "latin1", "CAFÉ EM GRÃOS"],
    ["UTF-8, as UNOY states", "UNOY", "utf8", "咖啡"],
    ["UTF-8, though UNB states UNOA", "UNOA", "utf8", "咖啡"],
    ["Windows-1252, though UNB states UNOB", "UNOB", "latin1", "CAFÉ EM GRÃOS"],
  ])("in %s", async (_name, level, encoding, text) => {
    const file = Buffer.from(
      interchange("CNI+1+B1", "GID+1+300:SA", `FTX+AAA+++${text}`).replace("UNOC", level),
      encoding,
    );
    expect(await goodsOf(file)).toEqual(coffee(text));
    const read = await readEdi(file);
    expect(read.ok && notesOf(read.manifests).some((note) => note.includes(`declares ${level}`))).toBe(level < "UNOC");
  });

  test("in ISO 8859-5 as UNOE states", async () => {
    const bytes = Buffer.from(
      interchange("CNI+1+B1", "GID+1+300:SA", "FTX+AAA+++XXXX").replace("UNOC", "UNOE"),
      "latin1",
    );
    bytes.set([0xba, 0xde, 0xe4, 0xd5], bytes.indexOf("XXXX"));
    expect(await goodsOf(bytes)).toEqual(coffee("Кофе"));
  });

  test("with lines of one width, whose breaks are in the middle of words", async () => {
    const wrapped = whole.replaceAll("\n", "").replaceAll(/(.{40})/g, "$1\r\n");
    expect(await goodsOf(wrapped)).toEqual(coffee("COFFEE + MILK ? IT'S"));
  });

  test("with lines inside of a text, whose breaks are between words", async () => {
    expect(await goodsOf(whole.replace("MILK ", "MILK\r\n"))).toEqual(coffee("COFFEE + MILK ? IT'S"));
  });
});

describe("a broken interchange", () => {
  test.each<[string, string, unknown]>([
    ["is cut off inside a segment", whole.slice(0, whole.indexOf("COFFEE")), [expect.stringContaining("has no UNT segment: the file is cut off")]],
    ["is cut off behind a segment", whole.slice(0, whole.indexOf("UNT")), [expect.stringContaining("has no UNT segment: the file is cut off")]],
    ["has a UNA that is cut off", "UNA:+.", "The file ends inside its UNA segment."],
    ["states one separator twice", `UNA++.? '${whole}`, expect.stringContaining("one character for two purposes")],
    ["states a separator that cannot be read", `UNA^+.? '${whole}`, expect.stringContaining('the separator "^"')],
    ["has lost its terminators", whole.replaceAll("'", ""), expect.stringContaining('no segment terminator "\'"')],
    ["has no message", "UNB+UNOC:3+A+B+261127:0900+7'\nUNZ+0+7'", expect.stringContaining("no UNH segment")],
    ["holds another message", whole.replace("CUSCAR:D:95B", "BAPLIE:D:95B"), "This is EDIFACT BAPLIE, which is not read yet. CUSCAR is."],
    ["cancels an earlier message", whole.replace("R1+9", "R1+1"), [expect.stringContaining("The message cancels an earlier one.")]],
    ["names nothing", interchange("BGM+785+R1+9"), ["The message names no goods and no container."]],
  ])("that %s is refused with the reason", async (_name, file, problem) => expect(await problemsOf(file)).toEqual(problem)); // prettier-ignore

  test.each<[string, string, string]>([
    ["counts more segments than came", whole.replace("UNT+6", "UNT+9"), "UNT 1.1: 9: UNT counts 9 segments, but the message has 6: segments may be missing. Ask the sender."],
    ["counts fewer segments than came", whole.replace("UNT+6", "UNT+4"), "UNT 1.1: 4: UNT counts 4 segments, but the message has 6: the sender may count wrongly."],
    ["ends another message than it began", whole.replace("UNT+6+1", "UNT+6+2"), 'UNT 2.1: 2: UNT names message "2", but UNH names "1".'],
    ["counts other messages", whole.replace("UNZ+1", "UNZ+2"), "UNZ 1.1: 2: UNZ counts 2 messages, but the interchange has 1."],
    ["ends another interchange", whole.replace("UNZ+1+7", "UNZ+1+8"), 'UNZ 2.1: 8: UNZ names interchange "8", but UNB names "7".'],
    ["has no UNZ", whole.slice(0, whole.indexOf("UNZ")), "UNZ: The interchange has no UNZ segment: messages at its end may be missing."],
    ["has no UNB", whole.slice(whole.indexOf("UNH")), "UNB: The interchange has no UNB segment: its sender is unknown."],
    ["is of a later release", whole.replace("95B", "16A"), "UNH 2: D.16A: Release D.16A is not one of D.94A to D.01B. Segments that changed since are named."],
    ["has something that is not a segment", whole.replace("CNI", "?? oops'\nCNI").replace("UNT+6", "UNT+7"), "segment 4: ?? oops: It is not a segment: three capital letters and separated elements were expected."],
    ["has an empty segment", whole.replace("CNI", "'\nCNI").replace("UNT+6", "UNT+7"), "segment 4: It is empty."],
    ["has an unknown segment", whole.replace("CNI", "XYZ+1:2'\nCNI").replace("UNT+6", "UNT+7"), "segment 4, XYZ: XYZ+1:2: Segment XYZ is unknown."],
  ])("that %s is read with a note", async (_name, file, note) => {
    const read = await readEdi(file);
    expect(read.ok && notesOf(read.manifests)).toContain(note);
    expect(await goodsOf(file)).toEqual(coffee("COFFEE + MILK ? IT'S"));
  }); // prettier-ignore

  test("with one message that is refused keeps the others", async () => {
    const second = ["UNH+2+CUSCAR:D:95B:UN", ...body, "UNT+6+2"].join("'\n");
    const file = whole.replace("R1+9", "R1+1").replace("UNZ+1", `${second}'\nUNZ+2`);
    const read = await readEdi(file);
    const problems = read.ok && read.manifests.map(({ rows }) => rows.flatMap((row) => row.problems).length);
    expect(problems).toEqual([1, 0]);
  });
});
