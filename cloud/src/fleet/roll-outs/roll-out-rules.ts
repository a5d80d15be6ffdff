import type { RollOut } from "@container-inspection/shared-schemas/releases";

type Covering = Pick<RollOut, "stage" | "state" | "canaryIds"> & { siteIds: string[]; deviceIds: string[] };
/** A roll-out with what its release replaces. */
type Row = { rollOut: Covering & { releaseId: string }; release: { kind: string; name: string } };
/** A device: where its cameras are, and the releases that it reports as running. */
export type CoveredDevice = { id: string; siteIds: ReadonlySet<string>; runningIds: ReadonlySet<string> };

/** Returns true if a device belongs to the group of a roll-out. */
export function isInGroup({ siteIds, deviceIds }: Covering, device: Pick<CoveredDevice, "id" | "siteIds">): boolean {
  if (siteIds.length === 0 && deviceIds.length === 0) return true;
  return deviceIds.includes(device.id) || siteIds.some((id) => device.siteIds.has(id));
}

/**
 * The active roll-outs of one name that no device runs while a newer one is as it is: that one has reached every device
 * of their groups. Rows come newest first; rolling the newer one back, or stopping it, ends this.
 */
export function findSuperseded<Each extends Covering>(rows: readonly Each[]): Set<Each> {
  const superseded = new Set<Each>();
  const reached: Each[] = [];
  for (const row of rows) {
    if (reached.some((newer) => includesGroup(newer, row))) superseded.add(row);
    else if (row.stage === "all") reached.push(row);
  }
  return superseded;
}

/**
 * Returns true if each device in the group of `inner` is also in that of `outer`, wherever its cameras are.
 */
function includesGroup(outer: Covering, inner: Covering): boolean {
  const isAll = ({ siteIds, deviceIds }: Covering) => siteIds.length === 0 && deviceIds.length === 0;
  if (isAll(outer) || isAll(inner)) return isAll(outer);
  const isWithin = (ids: readonly string[], all: readonly string[]) => ids.every((id) => all.includes(id));
  return isWithin(inner.siteIds, outer.siteIds) && isWithin(inner.deviceIds, outer.deviceIds);
}

/**
 * Returns true if a roll-out alone lets a device run its release; a stopped one lets only a device that already runs
 * it.
 */
function covers(rollOut: Row["rollOut"], device: CoveredDevice): boolean {
  if (rollOut.stage === "shadow") return false;
  if (rollOut.state === "rolled-back" || rollOut.state === "superseded") return false;
  if (rollOut.state === "stopped" && !device.runningIds.has(rollOut.releaseId)) return false;
  return isInGroup(rollOut, device) && (rollOut.stage === "all" || rollOut.canaryIds.includes(device.id));
}

/** Returns true if a roll-out alone lets a device compare its model with the one in use. */
function compares(rollOut: Row["rollOut"], device: CoveredDevice): boolean {
  const { stage, state, canaryIds } = rollOut;
  if (stage !== "shadow" || state !== "active") return false;
  return isInGroup(rollOut, device) && (canaryIds.length === 0 || canaryIds.includes(device.id));
}

const subjectOf = ({ release: { kind, name } }: Row) => `${kind} ${name}`;

/**
 * Returns the roll-outs that a device must run: for each model and each group of settings, the newest one that covers
 * it. If none does, the device's own configuration decides, so a rollback restores the previous roll-out. Rows come
 * newest first.
 */
export function chooseRollOuts<Each extends Row>(rows: readonly Each[], device: CoveredDevice): Each[] {
  const chosen = new Map<string, Each>();
  for (const row of rows) {
    const subject = subjectOf(row);
    if (!chosen.has(subject) && covers(row.rollOut, device)) chosen.set(subject, row);
  }
  return [...chosen.values()];
}

/**
 * Returns the roll-outs that a device must run beside the model in use, for comparison: for each model, the newest
 * one in the shadow stage that covers it, unless a newer one decides what the device runs, or it already runs the
 * same release. Rows come newest first.
 */
export function chooseShadows<Each extends Row>(rows: readonly Each[], device: CoveredDevice): Each[] {
  const shadows = new Map<string, Each>();
  const running = new Map<string, Each>();
  for (const row of rows) {
    const subject = subjectOf(row);
    if (running.has(subject)) continue;
    if (covers(row.rollOut, device)) running.set(subject, row);
    else if (!shadows.has(subject) && compares(row.rollOut, device)) shadows.set(subject, row);
  }
  return [...shadows].flatMap(([subject, row]) =>
    running.get(subject)?.rollOut.releaseId === row.rollOut.releaseId ? [] : [row],
  );
}
