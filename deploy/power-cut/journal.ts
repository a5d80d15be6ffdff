/** One operation that power-cut.c recorded. Files and folders are named by their inode number. */
export type Operation =
  | { kind: "create"; parent: string; inode: string; type: "file" | "folder"; name: string }
  | { kind: "symlink"; parent: string; inode: string; name: string; target: string }
  | { kind: "link"; parent: string; inode: string; name: string }
  | { kind: "remove"; parent: string; name: string }
  | { kind: "rename"; from: string; to: string; fromName: string; toName: string }
  | { kind: "write"; inode: string; offset: number; bytes: Buffer }
  | { kind: "truncate"; inode: string; sizeBytes: number }
  | { kind: "sync"; inode: string }
  /** The whole disk was synced. */
  | { kind: "sync-all" }
  /** A sync that reported an error. */
  | { kind: "fail"; inode: string }
  /** Text that the program wrote to its ledger. */
  | { kind: "acknowledge"; text: string };

/** Operations of a journal in their order, each with the number of bytes of the journal up to its end. */
export type Entry = { operation: Operation; end: number };

/** Reads a journal. Throws on unknown entries, which would otherwise weaken a check. */
export function readJournal(journal: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < journal.length;) {
    const lineEnd = journal.indexOf("\n", at);
    if (lineEnd < 0) throw new Error(`the journal ends inside a line at byte ${at}`);
    const line = journal.toString("utf8", at, lineEnd);
    at = lineEnd + 1;
    const sizeBytes = /^(?:write|symlink|acknowledge)\b/.test(line) ? Number(/\d+$/.exec(line)) : 0;
    const bytes = journal.subarray(at, at + sizeBytes);
    if (bytes.length !== sizeBytes) throw new Error(`the journal ends inside "${line}"`);
    at += sizeBytes;
    entries.push({ operation: parseOperation(line, bytes), end: at });
  }
  return entries;
}

function parseOperation(line: string, bytes: Buffer): Operation {
  const fields = line.split(" ");
  const kind = fields[0];
  const [first, second, third] = [1, 2, 3].map((index) => fields[index] ?? "") as [string, string, string];
  /** Names come last and may hold spaces. */
  const after = (count: number) => fields.slice(count).join(" ");
  switch (kind) {
    case "create":
      return { kind, parent: first, inode: second, type: third === "folder" ? "folder" : "file", name: after(4) };
    case "link":
      return { kind, parent: first, inode: second, name: after(3) };
    case "symlink":
      return {
        kind,
        parent: first,
        inode: second,
        name: after(3).replace(/\/\d+$/, ""),
        target: bytes.toString("utf8"),
      };
    case "remove":
      return { kind, parent: first, name: after(2) };
    case "rename": {
      const [fromName = "", toName = ""] = after(3).split("/");
      return { kind, from: first, to: second, fromName, toName };
    }
    case "write":
      return { kind, inode: first, offset: Number(second), bytes };
    case "truncate":
      return { kind, inode: first, sizeBytes: Number(second) };
    case "sync":
    case "fail":
      return { kind, inode: first };
    case "sync-all":
      return { kind };
    case "acknowledge":
      return { kind, text: bytes.toString("utf8") };
    default:
      throw new Error(`the folder was changed in a way that the power-cut library cannot follow: ${line}`);
  }
}
