import type { DriftSettings } from "../../config/drift-section.ts";
import {
  classShares,
  driftMeasures,
  type DriftMeasure,
  learnReference,
  readDay,
  type Reference,
} from "./compare-days.ts";
import { type DayCounts, looksOf } from "./day-counts.ts";
import type { CameraState, DriftStore } from "./drift-store.ts";
import { followMeasure } from "./follow-drift.ts";

/** Days that are kept after they were compared, for a person who looks at the file. */
const KEPT_DAYS = 7;

export type CameraDays = ReturnType<typeof createCameraDays>;

/**
 * Takes in the complete days of one camera, in order: the first ones with enough looks make the reference, and each
 * later one is compared with it. Deletes the counts of days that are needed no longer.
 */
export function createCameraDays(
  store: Pick<DriftStore, "days" | "readDay" | "deleteDay">,
  cameraId: string,
  settings: DriftSettings,
) {
  let reference: Reference | null = null;
  const referenceOf = (state: CameraState): Reference => {
    reference ??= learnReference(
      state.referenceDays.map((day) => store.readDay(cameraId, day)),
      settings,
    );
    return reference;
  };
  const takeDay = (state: CameraState, day: DayCounts): CameraState => {
    const next = { ...state, lastDay: day.day };
    if (looksOf(day) < settings.minimumLooks) return next;
    if (state.referenceDays.length < settings.referenceDays) {
      return { ...next, referenceDays: [...state.referenceDays, day.day] };
    }
    const { totals, limits } = referenceOf(state);
    const readings = readDay(day, totals, settings);
    const measures = driftMeasures.flatMap((measure) => {
      const before = state.measures.find((known) => known.measure === measure);
      const [reading, limit] = [readings[measure], limits[measure]];
      if (!reading || limit === null) return before ? [before] : [];
      return [followMeasure(before, { ...reading, measure, limit, day: day.day }, settings.consecutiveDays)];
    });
    return { ...next, measures };
  };
  return {
    /** True when a day is known that is later than `today`: the clock is behind, or was ahead. */
    isKnownAfter: (today: string, { lastDay }: CameraState): boolean =>
      [...store.days(cameraId), ...(lastDay === null ? [] : [lastDay])].some((day) => day > today),
    /** The state after all days before `today`. */
    takeDaysBefore(today: string, before: CameraState): CameraState {
      // The clock was ahead: its counts belong to no day.
      for (const day of store.days(cameraId).filter((each) => each > today)) store.deleteDay(cameraId, day);
      const complete = store.days(cameraId).filter((day) => day < today);
      const isAhead = before.lastDay !== null && before.lastDay >= today;
      const referenceDays = before.referenceDays.filter((day) => day < today);
      let state = isAhead ? { ...before, referenceDays, lastDay: complete.at(-1) ?? null } : before;
      const known = new Set(state.referenceDays);
      for (const day of complete) {
        if (known.has(day) || (state.lastDay !== null && day <= state.lastDay)) continue;
        state = takeDay(state, store.readDay(cameraId, day));
      }
      const old = complete.filter((day) => !state.referenceDays.includes(day)).slice(0, -KEPT_DAYS);
      for (const day of old) store.deleteDay(cameraId, day);
      return state;
    },
    /** Drops the reference; call it when the state has been emptied. */
    forgetReference(): void {
      reference = null;
    },
    /** The classes whose shares changed most on the newest compared day. */
    changedClasses(state: CameraState): ReturnType<typeof classShares> {
      const day = state.measures.find(({ measure }) => measure === "classes")?.day;
      if (day === undefined || !store.days(cameraId).includes(day)) return [];
      return classShares(store.readDay(cameraId, day), referenceOf(state).totals, settings);
    },
  };
}

/** The measures that drift now. */
export const driftingOf = ({ measures }: CameraState): DriftMeasure[] =>
  measures.filter(({ isDrifted }) => isDrifted).map(({ measure }) => measure);
