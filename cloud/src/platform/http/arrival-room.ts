/** Room for bodies of one size class, counted in bytes that have arrived. */
export type ArrivalRoom = {
  /**
   * Lets a body in that has at most this many bytes; undefined when its caller, or all together, have announced too
   * much.
   */
  admit: (caller: string, announcedBytes: number) => Seat | undefined;
};

/** The place of one body. */
export type Seat = {
  /** Counts bytes that have arrived. False: there is no room for them. A promise: stop reading until it resolves. */
  take: (sizeBytes: number) => boolean | Promise<boolean>;
  /** The body has arrived whole. */
  complete: () => void;
  /** Gives everything back; may be called more than once. */
  leave: () => void;
};

/** Bodies in transit use only a part of their announced size, so this multiple of the room may be announced. */
const OVERBOOKING = 4;

type ArrivalLimits = { totalBytes: number; shareBytes: number; largestBytes: number };
type Waiting = { seat: Seat; sizeBytes: number; go: (hasRoom: boolean) => void };

/**
 * Holds at most `totalBytes` of bodies of at most `largestBytes` each. One caller announces at most `shareBytes`. A
 * body that has been admitted is never refused: while too little room is left, its sender waits. Room for one whole
 * body is reserved for the one that was admitted first, so that one body can always complete.
 */
export function createArrivalRoom({ totalBytes, shareBytes, largestBytes }: ArrivalLimits): ArrivalRoom {
  const announcements = createAnnouncements({ totalBytes, shareBytes });
  /** Seats of the bodies that are arriving, in the order in which they came. */
  const arriving = new Set<Seat>();
  let waiting: Waiting[] = [];
  let used = 0;

  const fits = (seat: Seat, sizeBytes: number) => {
    const [first] = arriving;
    return used + sizeBytes <= (seat === first ? totalBytes : totalBytes - largestBytes);
  };
  const wakeUp = () => {
    const [waitingBefore, stillWaiting]: [Waiting[], Waiting[]] = [waiting, []];
    for (const one of waitingBefore) {
      if (!fits(one.seat, one.sizeBytes)) {
        stillWaiting.push(one);
        continue;
      }
      used += one.sizeBytes;
      one.go(true);
    }
    waiting = stillWaiting;
  };

  return {
    admit(caller, announcedBytes) {
      if (!announcements.add(caller, announcedBytes)) return undefined;
      let held = 0;
      let hasLeft = false;
      const seat: Seat = {
        take(sizeBytes) {
          held += sizeBytes;
          if (!fits(seat, sizeBytes)) return new Promise((go) => waiting.push({ seat, sizeBytes, go }));
          used += sizeBytes;
          return true;
        },
        complete() {
          if (arriving.delete(seat)) wakeUp();
        },
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          arriving.delete(seat);
          const mine = waiting.filter((one) => one.seat === seat);
          waiting = waiting.filter((one) => one.seat !== seat);
          for (const { go, sizeBytes } of mine) {
            held -= sizeBytes;
            go(false);
          }
          used -= held;
          announcements.remove(caller, announcedBytes);
          wakeUp();
        },
      };
      arriving.add(seat);
      return seat;
    },
  };
}

/** Counts what callers announce: at most `shareBytes` each, and `OVERBOOKING` times the room together. */
function createAnnouncements({ totalBytes, shareBytes }: { totalBytes: number; shareBytes: number }) {
  const announcedBy = new Map<string, number>();
  let announced = 0;
  const change = (caller: string, sizeBytes: number) => {
    const sum = (announcedBy.get(caller) ?? 0) + sizeBytes;
    if (sum === 0) announcedBy.delete(caller);
    else announcedBy.set(caller, sum);
    announced += sizeBytes;
  };
  return {
    /** False, and nothing is counted, if it is too much. */
    add(caller: string, sizeBytes: number): boolean {
      const isOverShare = (announcedBy.get(caller) ?? 0) + sizeBytes > shareBytes;
      if (isOverShare || announced + sizeBytes > OVERBOOKING * totalBytes) return false;
      change(caller, sizeBytes);
      return true;
    },
    remove: (caller: string, sizeBytes: number) => change(caller, -sizeBytes),
  };
}
