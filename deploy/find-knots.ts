import type { Import, Source } from "./read-imports.ts";

/** Every circle of imports between files, of values or of types. */
export function findCircles(sources: readonly Source[]): string[][] {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports.map(({ target }) => target)]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file]);
    if (trail.includes(file) || done.has(file)) return;
    for (const next of importsOf.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return circles;
}

/**
 * The groups of folders directly below a room, each of which reaches all others of its group by imports of values. A
 * file that is in no folder counts as one of its own.
 */
export function findKnots(room: string, imports: readonly Import[]): string[][] {
  const partOf = (file: string) =>
    file.startsWith(`${room}/`) ? file.slice(room.length + 1).split("/")[0] : undefined;
  const uses = new Map<string, Set<string>>();
  for (const { from, target, typeOnly } of imports) {
    const [user, used] = [partOf(from), partOf(target)];
    if (typeOnly || user === undefined || used === undefined || user === used) continue;
    uses.set(user, (uses.get(user) ?? new Set()).add(used));
  }
  const reach = new Map([...uses.keys()].map((part) => [part, reachedFrom(part, uses)]));
  const knots = [...reach].map(([part, reached]) =>
    [...reached].filter((other) => reach.get(other)?.has(part)).toSorted((a, b) => a.localeCompare(b)),
  );
  return [...new Map(knots.filter((knot) => knot.length > 0).map((knot) => [knot.join(" "), knot])).values()];
}

function reachedFrom(part: string, uses: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(uses.get(part));
  for (const next of reached) for (const further of uses.get(next) ?? []) reached.add(further);
  return reached;
}
