import type { DiskFile } from "./disk-file.ts";
import type { Random } from "./random.ts";

/** One name in a folder with its new target; undefined once it is removed. */
type Edit = { name: string; target: DiskNode | undefined };
/** Edits that take effect together. `move` is shared by the two halves of a rename between folders. */
type Change = { edits: Edit[]; move: Move | null };
export type Move = { synced: boolean };
/** Decisions of one power cut about the moves between folders, so that both folders see the same. */
export type MoveDecisions = Map<Move, boolean>;

/** A symbolic link: its target never changes and is on the disk with its inode. */
export type DiskLink = { type: "link"; target: string };
export type DiskNode = DiskFile | DiskFolder | DiskLink;

/** Amounts of unsynced names that a power cut leaves. */
const STYLES = ["nothing", "everything", "a beginning", "some", "some"] as const;

/** A folder's names: those that are safe, and the changes since, each of which may or may not have reached the disk. */
export class DiskFolder {
  readonly type = "folder";
  readonly #safe = new Map<string, DiskNode>();
  readonly #seen = new Map<string, DiskNode>();
  #changes: Change[] = [];

  /** Adds a name that is safe from the beginning. */
  addSafe(name: string, target: DiskNode): void {
    this.#safe.set(name, target);
    this.#seen.set(name, target);
  }

  find(name: string): DiskNode | undefined {
    return this.#seen.get(name);
  }

  change(edits: Edit[], move: Move | null = null): void {
    for (const edit of edits) applyEdit(this.#seen, edit);
    this.#changes.push({ edits, move });
  }

  sync(): void {
    for (const { edits, move } of this.#changes) {
      for (const edit of edits) applyEdit(this.#safe, edit);
      if (move !== null) move.synced = true;
    }
    this.#changes = [];
  }

  /** The names when nothing is lost. */
  seen(): ReadonlyMap<string, DiskNode> {
    return this.#seen;
  }

  /** The names that a power cut may leave. */
  cut(random: Random, moves: MoveDecisions): Map<string, DiskNode> {
    const style = random.pick(STYLES);
    const beginning = random.below(this.#changes.length + 1);
    const left = new Map(this.#safe);
    this.#changes.forEach(({ edits, move }, index) => {
      const own =
        style === "a beginning" ? index < beginning : style === "some" ? random.chance(0.5) : style === "everything";
      if (!decide(move, moves, own)) return;
      for (const edit of edits) applyEdit(left, edit);
    });
    return left;
  }
}

/**
 * A rename between two folders is one step until one of them is synced. From then on that folder has its half, and the
 * other one's half is as uncertain as any other name: POSIX guarantees nothing beyond that.
 */
function decide(move: Move | null, moves: MoveDecisions, own: boolean): boolean {
  if (move === null || move.synced) return own;
  const decided = moves.get(move) ?? own;
  moves.set(move, decided);
  return decided;
}

function applyEdit(names: Map<string, DiskNode>, { name, target }: Edit): void {
  if (target === undefined) names.delete(name);
  else names.set(name, target);
}
