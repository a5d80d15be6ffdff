import { useRef, useState } from "react";
import { changeEntry, drawId, dropPicture, type Entry, keepPicture } from "./entries.ts";

/** An entry that has nothing in it yet, and is kept once it has. */
const emptyEntry = (userId: string): Entry => ({
  id: drawId(),
  userId,
  state: "draft",
  createdAt: new Date().toISOString(),
  number: "",
  photos: [],
  note: "",
  isEscalated: false,
  reason: "",
});

export type Draft = {
  entry: Entry;
  /** The entry as it is now: what has taken some time may end when another one is being written. */
  current: () => Entry;
  change: (changed: Partial<Entry>) => void;
  /** Keeps pictures on the phone, and adds them to the entry. Rejects where the phone has no room for them. */
  addPhotos: (files: readonly File[], isOfNumber?: boolean) => Promise<void>;
  removePhoto: (id: string) => void;
  /** Has it go out, with the photos that are still being kept, and begins the next entry. */
  send: () => Promise<void>;
  /** Continues another entry; the current one stays a draft. */
  open: (entry: Entry) => Promise<void>;
};

/** The entry that is being written. Each change is kept on the phone at once, so that a reload continues it. */
export function useDraft(userId: string, all: readonly Entry[]): Draft {
  const [entry, setEntry] = useState(
    () => all.find((kept) => kept.userId === userId && kept.state === "draft") ?? emptyEntry(userId),
  );
  const latest = useRef(entry);
  const keeping = useRef<Promise<unknown>>(Promise.resolve());
  const adding = useRef<Promise<unknown>>(Promise.resolve());
  const show = (next: Entry) => {
    latest.current = next;
    setEntry(next);
  };
  const store = (next: Entry) =>
    (keeping.current = keeping.current.catch(() => undefined).then(() => changeEntry(next.id, () => next)));
  const keep = (next: Entry) => {
    show(next);
    return store(next);
  };
  const change = (changed: Partial<Entry>) => void keep({ ...latest.current, ...changed });
  const addAll = async (files: readonly File[], isOfNumber: boolean) => {
    void navigator.storage?.persist?.();
    for (const file of files) {
      const photo = { id: drawId(), takenAt: new Date().toISOString(), isSent: false };
      await keepPicture(photo.id, file);
      const numberPhotoId = isOfNumber ? photo.id : latest.current.numberPhotoId;
      latest.current = { ...latest.current, photos: [...latest.current.photos, photo], numberPhotoId };
      await store(latest.current);
      // A photo that is shown outlasts a reload.
      setEntry(latest.current);
    }
  };
  return {
    entry,
    current: () => latest.current,
    change,
    addPhotos: (files, isOfNumber = false) => {
      const added = addAll(files, isOfNumber);
      adding.current = Promise.allSettled([adding.current, added]);
      return added;
    },
    removePhoto: (id) => {
      const { photos, numberPhotoId } = latest.current;
      change({
        photos: photos.filter((photo) => photo.id !== id),
        numberPhotoId: numberPhotoId === id ? undefined : numberPhotoId,
      });
      void dropPicture(id);
    },
    send: async () => {
      await adding.current;
      await keep({ ...latest.current, state: "waiting", problem: undefined });
      show(emptyEntry(userId));
    },
    open: async (next) => {
      await adding.current;
      await keep({ ...next, state: "draft", problem: undefined });
    },
  };
}
