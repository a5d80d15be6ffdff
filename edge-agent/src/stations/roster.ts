import { type Box, intersectionOverUnion } from "../base/pictures/box.ts";

/** One object in one frame, with the class that the model found in this frame. Boxes are in any one unit. */
export type SeenObject = { trackingId: number; className: string; confidence: number; box: Box };

/** One object in front of the camera, whichever track ids it had. */
export type Member = {
  /** Its own number, from 1. */
  key: number;
  /** The class found most often, weighted by confidence. */
  className: string;
  votes: Map<string, number>;
  box: Box;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Number of frames in which it was seen. */
  frames: number;
  /** Recent places, oldest first. */
  path: Step[];
  /** Speed per second when it was last seen, since half a second before or the sighting before; 0 at first. */
  lastSpeed: number;
};
type Step = { atMs: number; box: Box };

/** Weighed by area: the mean speed per second, and the part, 0..1, that is faster than the limit. */
export type Motion = { meanSpeed: number; movingPart: number };

/** Areas by key, in the square of the boxes' unit. */
export type Areas = ReadonlyMap<number, number>;

export type RosterSettings = {
  /** Seen for less than this, an object is not counted. */
  minimumPresenceMs: number;
  /** Time in milliseconds that an object may be unseen while it still counts as present. */
  flickerMs: number;
  /** Speed limit in the unit of the boxes; an object that was faster when last seen has moved on. */
  maxSpeedPerSecond?: number;
};

/** Motion is measured over this long, so that boxes that tremble count as still. */
const SPEED_WINDOW_MS = 500;
/** A track that ends and begins again in the same place within this time is the same object. */
const FORGET_MS = 60_000;
const SAME_PLACE_IOU = 0.5;
/** An object lost a moment ago may have moved on. */
const JUST_LOST_IOU = 0.1;

/**
 * Keeps the identity of the objects in front of a camera over flickering tracks: an object that is lost and found
 * under another track id, with the same class in the same place, keeps its key. If frames are skipped, a track can
 * continue on a neighbouring object, or on one of the next load: a track id alone counts only if its object was seen a
 * moment ago, and less than the object in the place it jumped to. Times are one clock's milliseconds, never running
 * back.
 */
export function createRoster({ minimumPresenceMs, flickerMs, maxSpeedPerSecond = Infinity }: RosterSettings) {
  let members: Member[] = [];
  let lastKey = 0;
  const keys = new Map<number, number>();
  /** The last two frames before this one. */
  let framesMs: number[] = [];

  const isJustSeen = ({ lastSeenMs }: Member, atMs: number) =>
    atMs - lastSeenMs <= flickerMs || framesMs.includes(lastSeenMs);

  const likeness = (member: Member, object: SeenObject, atMs: number): number => {
    if (!isJustSeen(member, atMs)) return member.lastSpeed <= maxSpeedPerSecond ? returnedLikeness(member, object) : 0;
    const key = keys.get(object.trackingId);
    return likenessOf(member, object, { hasTrack: key !== undefined, isOwnTrack: key === member.key });
  };

  /** Returns true if all objects of the previous frame moved: if the picture is empty then, the load has left. */
  const wasMoving = (): boolean => {
    const last = members.filter(({ lastSeenMs }) => lastSeenMs === framesMs.at(-1));
    return last.length > 0 && last.every(({ lastSpeed }) => lastSpeed > maxSpeedPerSecond);
  };

  const begin = ({ className, box }: SeenObject, atMs: number): Member => {
    lastKey += 1;
    const member = newMember(lastKey, className, box, atMs);
    members.push(member);
    return member;
  };

  return {
    /** Takes in the objects of one frame; returns their areas by key. */
    see(objects: readonly SeenObject[], atMs: number): Areas {
      members = members.filter(({ lastSeenMs }) => atMs - lastSeenMs <= FORGET_MS);
      if (objects.length === 0 && wasMoving()) members = [];
      for (const [id, key] of keys) if (!members.some((member) => member.key === key)) keys.delete(id);
      const found = recognise(objects, members, (member, object) => likeness(member, object, atMs));
      const present = objects.map((object) => {
        const member = found.get(object) ?? begin(object, atMs);
        keys.set(object.trackingId, member.key);
        meet(member, object, atMs);
        return member;
      });
      framesMs = [...framesMs.slice(-1), atMs];
      return areasOf(present);
    },

    /** The objects that count: present for long enough, and not missing for longer than a flicker. */
    standing: (atMs: number): Member[] =>
      members.filter(
        ({ firstSeenMs, lastSeenMs }) =>
          lastSeenMs - firstSeenMs >= minimumPresenceMs && atMs - lastSeenMs <= flickerMs,
      ),

    /** Returns the motion of the objects in the frame last taken in; undefined when all are new there. */
    motion: (atMs: number, maxSpeed: number): Motion | undefined =>
      motionOf(
        members.filter(({ lastSeenMs }) => lastSeenMs === atMs),
        maxSpeed,
      ),

    /** Forgets everyone but these. */
    keep(kept: ReadonlyMap<number, unknown>): void {
      members = members.filter(({ key }) => kept.has(key));
    },
  };
}
export type Roster = ReturnType<typeof createRoster>;

export function areasOf(members: readonly Member[]): Areas {
  return new Map(members.map(({ key, box }) => [key, areaOf(box)]));
}

const areaOf = ({ x1, y1, x2, y2 }: Box) => (x2 - x1) * (y2 - y1);

/** Returns the share of these objects' area whose objects are also among the others, 0..1; 1 for none at all. */
export function sharedAreaPart(these: Areas, others: Areas): number {
  let [all, shared] = [0, 0];
  for (const [key, area] of these) {
    all += area;
    if (others.has(key)) shared += area;
  }
  return all === 0 ? 1 : shared / all;
}

type Likeness = (member: Member, object: SeenObject) => number;

/** Assigns members to objects, the likeliest pairs first. */
function recognise(
  objects: readonly SeenObject[],
  members: readonly Member[],
  likeness: Likeness,
): Map<SeenObject, Member> {
  const pairs = objects
    .flatMap((object) => members.map((member) => ({ object, member, likeness: likeness(member, object) })))
    .filter((pair) => pair.likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness);
  const found = new Map<SeenObject, Member>();
  const taken = new Set<Member>();
  for (const { object, member } of pairs) {
    if (found.has(object) || taken.has(member)) continue;
    found.set(object, member);
    taken.add(member);
  }
  return found;
}

/**
 * Returns the likeness of an object to a member seen a moment ago, for comparisons; 0: it is another one. A track that
 * jumped to the place of another object now follows that one, whichever class either is taken for.
 */
function likenessOf(
  member: Member,
  { className, box }: SeenObject,
  { hasTrack, isOwnTrack }: { hasTrack: boolean; isOwnTrack: boolean },
): number {
  const overlap = intersectionOverUnion(member.box, box);
  const isSameClass = member.className === className;
  if (isOwnTrack && overlap >= JUST_LOST_IOU) return 3 + overlap;
  if (isSameClass && overlap >= JUST_LOST_IOU) return 2 + overlap;
  if (hasTrack && overlap >= SAME_PLACE_IOU) return 1 + overlap;
  return isOwnTrack && isSameClass ? Number.MIN_VALUE : 0;
}

/** Returns the likeness of an object to a member that was still and not seen for a while; 0: it is another one. */
function returnedLikeness(member: Member, { className, box }: SeenObject): number {
  const overlap = intersectionOverUnion(member.box, box);
  return member.className === className && overlap >= SAME_PLACE_IOU ? overlap : 0;
}

function newMember(key: number, className: string, box: Box, atMs: number): Member {
  const seen = { firstSeenMs: atMs, lastSeenMs: atMs, frames: 0, path: [], lastSpeed: 0 };
  return { key, className, votes: new Map(), box, ...seen };
}

/** Records the place and class in which a member was seen. */
function meet(member: Member, { className, confidence, box }: SeenObject, atMs: number): void {
  member.votes.set(className, (member.votes.get(className) ?? 0) + confidence);
  [member.className] = [...member.votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most));
  const now = { atMs, box };
  const lately = member.path.filter((step) => atMs - step.atMs <= SPEED_WINDOW_MS);
  const since = lately[0] ?? member.path.at(-1);
  member.lastSpeed = since ? speedBetween(since, now) : 0;
  member.path = [...lately, now];
  member.box = box;
  member.lastSeenMs = atMs;
  member.frames += 1;
}

function motionOf(members: readonly Member[], maxSpeed: number): Motion | undefined {
  let [all, moving, sum] = [0, 0, 0];
  for (const member of members) {
    const speed = speedPerSecond(member);
    if (speed === undefined) continue;
    const area = areaOf(member.box);
    all += area;
    sum += area * speed;
    if (speed > maxSpeed) moving += area;
  }
  return all === 0 ? undefined : { meanSpeed: sum / all, movingPart: moving / all };
}

/** Returns the speed of a member's box, per second, over the last half second; undefined at first. */
function speedPerSecond({ path }: Member): number | undefined {
  const [from, to] = [path[0], path.at(-1)];
  return from && to && to.atMs > from.atMs ? speedBetween(from, to) : undefined;
}

/** Returns the speed of the faster corner of a box, per second; 0 if no time passed. */
function speedBetween(from: Step, to: Step): number {
  if (to.atMs <= from.atMs) return 0;
  const topLeft = Math.hypot(to.box.x1 - from.box.x1, to.box.y1 - from.box.y1);
  const bottomRight = Math.hypot(to.box.x2 - from.box.x2, to.box.y2 - from.box.y2);
  return (Math.max(topLeft, bottomRight) * 1_000) / (to.atMs - from.atMs);
}
