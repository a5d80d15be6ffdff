import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { createStore } from "../api/store.ts";

/** A picture of an entry; its bytes lie beside the entries. */
type EntryPhoto = { id: string; takenAt: string; isSent: boolean };

/**
 * Record of an operator about one container, kept by the phone until the service has it. `draft`: being written;
 * `waiting`: is sent as soon as the phone has a connection; `refused`: needs the operator, `problem` states why;
 * `sent`: the service has all of it, and the phone no longer keeps the pictures.
 */
export type Entry = {
  id: string;
  userId: string;
  state: "draft" | "waiting" | "refused" | "sent";
  createdAt: string;
  /** Container number as typed or read; empty until one of the two has happened. */
  number: string;
  /** The photo that the number is read from, where it was not typed. */
  numberPhotoId?: string | undefined;
  photos: EntryPhoto[];
  note: string;
  isEscalated: boolean;
  reason: string;
  problem?: string | undefined;
  containerId?: string | undefined;
};

interface PhoneDatabase extends DBSchema {
  entries: { key: string; value: Entry };
  pictures: { key: string; value: Blob };
}

/** Number of sent entries that are listed. */
const KEPT_SENT = 5;

/** All entries of this browser, the newest first; undefined until they are read. */
export const entries = createStore<readonly Entry[] | undefined>(undefined);

const tabs = new BroadcastChannel("phone-entries");
tabs.addEventListener("message", () => void readEntries());

let opened: Promise<IDBPDatabase<PhoneDatabase>> | undefined;
const open = () =>
  (opened ??= openDB<PhoneDatabase>("phone", 1, {
    upgrade: (database) => {
      database.createObjectStore("entries", { keyPath: "id" });
      database.createObjectStore("pictures");
    },
  }));

/** Reads the entries into the store. */
export async function readEntries(): Promise<readonly Entry[]> {
  const all = await (await open()).getAll("entries");
  const sorted = all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  entries.set(sorted);
  return sorted;
}

/** Adds an entry, or changes an existing one; resolves to the stored entry. */
export async function changeEntry(id: string, change: (entry: Entry | undefined) => Entry): Promise<Entry> {
  const tx = (await open()).transaction("entries", "readwrite");
  const changed = change(await tx.store.get(id));
  await tx.store.put(changed);
  await tx.done;
  await noteChange();
  return changed;
}

export async function keepPicture(id: string, picture: Blob): Promise<void> {
  await (await open()).put("pictures", picture, id);
}

export async function readPicture(id: string): Promise<Blob | undefined> {
  return (await open()).get("pictures", id);
}

export async function dropPicture(id: string): Promise<void> {
  await (await open()).delete("pictures", id);
}

/** Removes an entry with its pictures. */
export async function discardEntry({ id, photos }: Entry): Promise<void> {
  const tx = (await open()).transaction(["entries", "pictures"], "readwrite");
  for (const photo of photos) await tx.objectStore("pictures").delete(photo.id);
  await tx.objectStore("entries").delete(id);
  await tx.done;
  await noteChange();
}

/** Marks an entry as sent, and frees the room of its pictures and of older sent entries. */
export async function settleEntry({ id, photos, userId }: Entry): Promise<void> {
  const tx = (await open()).transaction(["entries", "pictures"], "readwrite");
  const kept = await tx.objectStore("entries").getAll();
  const settled = kept.find((entry) => entry.id === id);
  if (settled) await tx.objectStore("entries").put({ ...settled, state: "sent", problem: undefined });
  for (const photo of photos) await tx.objectStore("pictures").delete(photo.id);
  const sent = kept.filter((entry) => entry.id !== id && entry.userId === userId && entry.state === "sent");
  const old = sent.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(KEPT_SENT - 1);
  for (const entry of old) await tx.objectStore("entries").delete(entry.id);
  await tx.done;
  await noteChange();
}

async function noteChange(): Promise<void> {
  tabs.postMessage("changed");
  await readEntries();
}

/** An identifier that works without HTTPS as well, where crypto.randomUUID does not exist. */
export const drawId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
