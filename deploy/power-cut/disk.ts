import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DiskFile } from "./disk-file.ts";
import { DiskFolder, type DiskLink, type DiskNode, type MoveDecisions } from "./disk-folder.ts";
import type { Operation } from "./journal.ts";
import type { Random } from "./random.ts";

/**
 * Returns true for the file in which SQLite coordinates its readers: mapped memory, rebuilt by the first connection
 * after a power cut.
 */
const isMapped = (name: string): boolean => name.endsWith("-shm");

/** The watched folder as a disk keeps it. */
export class Disk {
  readonly #root: DiskFolder;
  /** Nodes by inode number, which a file system gives to a new file once the old one has no name left. */
  readonly #nodes = new Map<string, DiskNode>();

  /** Begins with all that a folder holds, as safe. */
  constructor(folder: string) {
    const root = this.#load(folder);
    if (root.type !== "folder") throw new Error(`${folder} is not a folder`);
    this.#root = root;
  }

  /** Repeats an operation. `random` decides which bytes a failed sync dropped. */
  apply(operation: Operation, random: Random): void {
    switch (operation.kind) {
      case "create": {
        const node = operation.type === "folder" ? new DiskFolder() : new DiskFile(Buffer.alloc(0));
        this.#nodes.set(operation.inode, node);
        return this.#folder(operation.parent).change([{ name: operation.name, target: node }]);
      }
      case "symlink": {
        const node: DiskLink = { type: "link", target: operation.target };
        this.#nodes.set(operation.inode, node);
        return this.#folder(operation.parent).change([{ name: operation.name, target: node }]);
      }
      case "link":
        return this.#folder(operation.parent).change([{ name: operation.name, target: this.#node(operation.inode) }]);
      case "remove":
        return this.#folder(operation.parent).change([{ name: operation.name, target: undefined }]);
      case "rename":
        return this.#rename(operation);
      case "write":
        return this.#file(operation.inode).write(operation.offset, operation.bytes);
      case "truncate":
        return this.#file(operation.inode).truncate(operation.sizeBytes);
      case "sync":
        return sync(this.#node(operation.inode));
      case "sync-all":
        for (const node of this.#nodes.values()) sync(node);
        return undefined;
      case "fail": {
        // A folder's names stay where they are in the file system's memory: they are safe with the next sync that
        // succeeds.
        const node = this.#node(operation.inode);
        return node.type === "file" ? node.failSync(random) : undefined;
      }
      case "acknowledge":
        return undefined;
    }
  }

  /** Writes a state that a power cut now may leave into an empty folder. */
  cutInto(folder: string, random: Random): void {
    const moves: MoveDecisions = new Map();
    const write = (place: string, node: DiskNode): void => {
      if (node.type === "file") return writeFileSync(place, node.cut(random));
      if (node.type === "link") return symlinkSync(node.target, place);
      mkdirSync(place, { recursive: true });
      for (const [name, child] of node.cut(random, moves)) write(path.join(place, name), child);
    };
    write(folder, this.#root);
  }

  /**
   * Returns the differences between this disk, with nothing lost, and a folder; empty if every change went through the
   * library.
   */
  compare(folder: string): string[] {
    const differences: string[] = [];
    const compareNode = (place: string, node: DiskNode): void => {
      if (node.type === "file") {
        if (!isMapped(place) && !readFileSync(place).equals(node.seen())) differences.push(`${place} has other bytes`);
        return;
      }
      if (node.type === "link") {
        if (readlinkSync(place) !== node.target) differences.push(`${place} leads elsewhere`);
        return;
      }
      const names = readdirSync(place);
      const unknown = names.filter((name) => node.find(name) === undefined);
      differences.push(...unknown.map((name) => `${path.join(place, name)} was never recorded`));
      for (const [name, child] of node.seen()) {
        if (names.includes(name)) compareNode(path.join(place, name), child);
        else differences.push(`${path.join(place, name)} is missing`);
      }
    };
    compareNode(folder, this.#root);
    return differences;
  }

  #load(place: string): DiskNode {
    const status = lstatSync(place, { bigint: true });
    if (status.isSymbolicLink()) {
      const link: DiskLink = { type: "link", target: readlinkSync(place) };
      this.#nodes.set(String(status.ino), link);
      return link;
    }
    if (!status.isDirectory()) {
      const file = new DiskFile(readFileSync(place));
      this.#nodes.set(String(status.ino), file);
      return file;
    }
    const folder = new DiskFolder();
    this.#nodes.set(String(status.ino), folder);
    for (const name of readdirSync(place)) folder.addSafe(name, this.#load(path.join(place, name)));
    return folder;
  }

  #rename({ from, to, fromName, toName }: Extract<Operation, { kind: "rename" }>): void {
    const [source, target] = [this.#folder(from), this.#folder(to)];
    const node = source.find(fromName);
    if (node === undefined) throw new Error(`the journal renames ${fromName}, which is not there`);
    const [leaving, arriving] = [
      { name: fromName, target: undefined },
      { name: toName, target: node },
    ];
    if (source === target) return source.change([leaving, arriving]);
    const move = { synced: false };
    source.change([leaving], move);
    target.change([arriving], move);
  }

  #node(inode: string): DiskNode {
    const node = this.#nodes.get(inode);
    if (node === undefined) throw new Error(`the journal names inode ${inode}, which it did not see made`);
    return node;
  }

  #file(inode: string): DiskFile {
    const node = this.#node(inode);
    if (node.type !== "file") throw new Error(`the journal writes to the folder ${inode}`);
    return node;
  }

  #folder(inode: string): DiskFolder {
    const node = this.#node(inode);
    if (node.type !== "folder") throw new Error(`the journal puts a name into the file ${inode}`);
    return node;
  }
}

function sync(node: DiskNode): void {
  if (node.type !== "link") node.sync();
}
