/** Room for bodies of one size class, counted in bytes that have arrived. */
export type ArrivalRoom = {
  /** Lets a body in that has at most this many bytes; undefined when its caller, or all together, have announced too much. */
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

/** Bodies that are on their way hold a part of what they announce: so many times the room may be announced. */
const OVERBOOKING = 4;

type Waiting = { seat: Seat; sizeBytes: number; go: (hasRoom: boolean) => void };

/**
 * Holds at most `totalBytes` of bodies of at most `largestBytes` each. One caller announces at most `shareBytes`. A body that has been let
 * in is never refused: while too little room is left, senders are kept waiting, but for the one that came first. Room for one
 * whole body is set aside for that one, so that there is always one that ends.
 */
export function createArrivalRoom(limits: {
  totalBytes: number;
  shareBytes: number;
  largestBytes: number;
}): ArrivalRoom {
  const { totalBytes, shareBytes, largestBytes } = limits;
  const announcedBy = new Map<string, number>();
  /** In the order in which they came. */
  const arriving = new Set<Seat>();
  let waiting: Waiting[] = [];
  let announced = 0;
  let used = 0;

  const announce = (caller: string, sizeBytes: number) => {
    const sum = (announcedBy.get(caller) ?? 0) + sizeBytes;
    if (sum === 0) announcedBy.delete(caller);
    else announcedBy.set(caller, sum);
    announced += sizeBytes;
  };
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
      const isOverShare = (announcedBy.get(caller) ?? 0) + announcedBytes > shareBytes;
      if (isOverShare || announced + announcedBytes > OVERBOOKING * totalBytes) return undefined;
      announce(caller, announcedBytes);
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
          announce(caller, -announcedBytes);
          wakeUp();
        },
      };
      arriving.add(seat);
      return seat;
    },
  };
}
