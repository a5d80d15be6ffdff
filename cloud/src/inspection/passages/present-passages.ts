import type { Passage, PassageNeighbour, PassagePicture } from "@container-inspection/shared-schemas/passages";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findNamed, findNeighbours, keyOf, type ListedPassage, type ListedPosition } from "./passage-list-store.ts";
import type { PassageRecord } from "./passage-store.ts";
import { findPictures } from "./picture-list-store.ts";

/** Pictures that are shown of a passage. */
const MAX_PICTURES = 12;

/**
 * Passages as replies show them, with their pictures and neighbours; with `ownerId`, neighbours only where this user
 * owns their containers.
 */
export async function presentPassages(
  db: DatabaseOrTransaction,
  found: readonly ListedPassage[],
  { ownerId }: { ownerId?: string | undefined } = {},
): Promise<Passage[]> {
  const besides = await findNeighbours(db, found);
  const names = [...besides.values()].flatMap(({ previous, next }) => [previous, next].flatMap((one) => one ?? []));
  const mayShow = ({ positions }: ListedPassage) =>
    ownerId === undefined || positions.every(({ container }) => container.ownerId === ownerId);
  const near = new Map((await findNamed(db, names)).filter(mayShow).map((one) => [keyOf(one.name), one]));
  const pictures = await findPictures(
    db,
    found.map(({ name }) => name),
    MAX_PICTURES,
  );
  return found.map((one) => {
    const { previous, next } = besides.get(keyOf(one.name)) ?? {};
    const neighbour = (name = one.name) => {
      const listed = name === one.name ? undefined : near.get(keyOf(name));
      return listed ? presentBase(listed) : null;
    };
    return {
      ...presentBase(one),
      lane: one.positions[0]?.lane ?? null,
      pictures: (pictures.get(keyOf(one.name)) ?? []).map(presentPicture),
      previous: neighbour(previous),
      next: neighbour(next),
    };
  });
}

const presentPicture = ({ kind, id, containerId, position, cameraId, at }: PassageRecord): PassagePicture => ({
  kind,
  id,
  containerId,
  position: position === "" ? null : position,
  cameraId,
  takenAt: at.toISOString(),
});

function presentBase({ name, positions }: ListedPassage): PassageNeighbour {
  const [first] = positions;
  if (!first) throw new Error("a passage has no position");
  const lastMs = Math.max(...positions.map(({ row }) => row.lastAt.getTime()));
  return {
    id: first.row.id,
    ...name,
    firstAt: first.row.firstAt.toISOString(),
    lastAt: new Date(lastMs).toISOString(),
    containers: positions.map(presentContainer),
  };
}

function presentContainer({ row, container, isUnidentified, assignedBy }: ListedPosition) {
  const { id, containerNumber, numberCheck } = container;
  const at = row.assignedAt;
  return {
    position: row.position === "" ? null : row.position,
    container: { id, containerNumber, numberCheck },
    isUnidentified,
    assigned: assignedBy && at ? { by: assignedBy, at: at.toISOString() } : null,
  };
}
