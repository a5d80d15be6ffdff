import type { GreyPicture } from "./grey-picture.ts";
import { compareViews, describeView } from "./view.ts";
import type { Comparison, Scene } from "./view.ts";

/** Possible picture faults of a camera that delivers pictures. */
export const pictureFaults = ["dark", "frozen", "blurred", "turned"] as const;
export type PictureFault = (typeof pictureFaults)[number];

export type PictureHealthSettings = {
  /** Seconds that a fault must last before it is reported. */
  darkAfterSeconds: number;
  frozenAfterSeconds: number;
  blurredAfterSeconds: number;
  turnedAfterSeconds: number;
  /** Dark is a picture whose brightest places are below this level of 255. */
  darkLevel: number;
  /** Blurred is a picture with less fine detail than this share of the reference's, percent. */
  minimumSharpnessPercent: number;
  /** Turned is a camera that finds less than this share of its reference picture again, percent. */
  minimumViewPercent: number;
};

/** The scenes that a camera is known to show under different light; the first is the reference picture. */
export type KnownScenes = readonly Scene[];

/** Watches the pictures of one camera; times are those of the pictures, milliseconds. */
export type PictureHealth = {
  /** Returns true if `observe` must be called with the picture of this time. */
  isDue(ptsMs: number): boolean;
  observe(grey: GreyPicture, ptsMs: number): void;
  faults(): PictureFault[];
  /** Learns the reference picture again, from the pictures that follow. */
  forgetView(): void;
};

/** Width of the pictures that are checked. */
export const HEALTH_WIDTH_PIXELS = 256;
const INTERVAL_MS = 1_000;
/** Interval in ms at which the scene is compared with the reference picture. */
const VIEW_INTERVAL_MS = 5_000;
/** Time constant, in seconds, for averaging out moving objects and noise. */
const SCENE_SECONDS = 30;
/** Time in seconds before the reference picture is taken, and that new light must last before it is learned. */
const LEARN_SECONDS = 90;
const NEW_LIGHT_SECONDS = 300;
const MAX_SCENES = 8;
/** Below this share of places found again, the light is another one than when the scene was learned. */
const NEW_LIGHT_SHARE = 0.5;
/** A blurred scene is never learned. */
const LEARN_SHARPNESS = 0.7;
/** Absence of a fault in milliseconds after which it ends. */
const WELL_AFTER_MS = 15_000;
/** A clock that the camera draws into a frozen picture covers less than the rest. */
const FROZEN_SHARE = 0.98;

/**
 * Finds dark, frozen, blurred pictures and a turned camera. A frozen picture has no noise: nearly every pixel keeps its
 * value, which no sensor does. The others are compared with the reference picture by their edges, which stay when the
 * light changes: loads hide some of them, a turned camera all.
 */
export function createPictureHealth(
  settings: PictureHealthSettings,
  memory: { scenes: KnownScenes; save: (scenes: KnownScenes) => void },
): PictureHealth {
  const scene = createScene();
  const views = createKnownViews(memory);
  const freeze = createFreezeWatch();
  const timers: Record<PictureFault, ReturnType<typeof createDebounce>> = {
    dark: createDebounce(settings.darkAfterSeconds),
    frozen: createDebounce(settings.frozenAfterSeconds),
    blurred: createDebounce(settings.blurredAfterSeconds),
    turned: createDebounce(settings.turnedAfterSeconds),
  };
  let lastMs: number | null = null;

  let lastViewMs = -Infinity;
  const observeView = (ptsMs: number): void => {
    if (ptsMs - lastViewMs < VIEW_INTERVAL_MS) return;
    lastViewMs = ptsMs;
    const found = views.compare(scene.current());
    const isBlurred = found !== null && found.sharpness < settings.minimumSharpnessPercent / 100;
    const isElsewhere = found !== null && (found.isShifted || found.sameShare < settings.minimumViewPercent / 100);
    timers.blurred.set(isBlurred, ptsMs);
    timers.turned.set(isElsewhere && !isBlurred, ptsMs);
    if (found && !isBlurred && !isElsewhere) views.learnLight(scene.current(), found, ptsMs);
  };
  return {
    isDue: (ptsMs) => lastMs === null || ptsMs - lastMs >= INTERVAL_MS,
    observe(grey, ptsMs) {
      scene.add(grey, lastMs === null ? 0 : (ptsMs - lastMs) / 1_000);
      lastMs = ptsMs;
      const isDark = brightest(grey) < settings.darkLevel;
      timers.dark.set(isDark, ptsMs);
      timers.frozen.set(!isDark && freeze.isFrozen(grey), ptsMs);
      if (isDark) {
        // It shows neither edges nor a view, and its darkness must not be learned.
        scene.restart();
        timers.blurred.set(false, ptsMs);
        timers.turned.set(false, ptsMs);
      } else if (scene.ageSeconds() >= LEARN_SECONDS) observeView(ptsMs);
    },
    faults: () => pictureFaults.filter((fault) => timers[fault].isOn()),
    forgetView() {
      views.forget();
      scene.restart();
    },
  };
}

/** A condition that counts once it has lasted for `afterSeconds`, until it has been absent for `WELL_AFTER_MS`. */
function createDebounce(afterSeconds: number) {
  let isOn = false;
  let changingSinceMs: number | null = null;
  return {
    set(isMet: boolean, ptsMs: number): void {
      if (isMet === isOn) changingSinceMs = null;
      else changingSinceMs ??= ptsMs;
      if (changingSinceMs === null || ptsMs - changingSinceMs < (isMet ? afterSeconds * 1_000 : WELL_AFTER_MS)) return;
      isOn = isMet;
      changingSinceMs = null;
    },
    isOn: () => isOn,
  };
}

/** The running mean of the pictures, which contains neither noise nor what passes. */
function createScene() {
  let mean: Scene | null = null;
  let ageSeconds = 0;
  return {
    add({ levels, ...rest }: GreyPicture, sinceSeconds: number): void {
      if (mean?.levels.length !== levels.length || mean.widthPixels !== rest.widthPixels) {
        mean = { ...rest, levels: Float32Array.from(levels) };
        ageSeconds = 0;
        return;
      }
      ageSeconds += sinceSeconds;
      const weight = 1 - Math.exp(-sinceSeconds / SCENE_SECONDS);
      const known = mean.levels;
      for (let at = 0; at < known.length; at++) {
        const before = known[at] ?? 0;
        known[at] = before + weight * ((levels[at] ?? 0) - before);
      }
    },
    restart(): void {
      mean = null;
    },
    ageSeconds: () => (mean ? ageSeconds : 0),
    current(): Scene {
      if (!mean) throw new Error("no picture has been added to the scene");
      return mean;
    },
  };
}

/** Creates the set of known views of the camera: the reference picture, and the same place under other light. */
function createKnownViews({ scenes, save }: { scenes: KnownScenes; save: (scenes: KnownScenes) => void }) {
  let known = scenes.map((scene) => ({ scene, view: describeView(scene) }));
  let newLightSinceMs: number | null = null;
  const learn = (scene: Scene): void => {
    const copy = { ...scene, levels: scene.levels.slice() };
    known = [...known, { scene: copy, view: describeView(copy) }];
    save(known.map((one) => one.scene));
  };
  return {
    /** Returns the best comparison with the known scenes; if there are none, learns this one and returns null. */
    compare(scene: Scene): Comparison | null {
      // Pictures of another size come from a camera that was replaced or set up differently.
      if (known[0]?.scene.levels.length !== scene.levels.length) known = [];
      if (known.length === 0) {
        learn(scene);
        return null;
      }
      const now = describeView(scene);
      let best: Comparison = { sameShare: 0, isShifted: true, sharpness: 0 };
      // Mostly the light is the one that was learned last.
      for (const { view } of known.toReversed()) {
        const one = compareViews(view, now);
        best = {
          sameShare: Math.max(best.sameShare, one.sameShare),
          isShifted: best.isShifted && one.isShifted,
          sharpness: Math.max(best.sharpness, one.sharpness),
        };
        if (best.sameShare >= NEW_LIGHT_SHARE && !best.isShifted && best.sharpness >= LEARN_SHARPNESS) break;
      }
      return best;
    },
    /** Learns a scene that is still recognised, but no longer well: by its like, the next step is recognised. */
    learnLight(scene: Scene, { sameShare, sharpness }: Comparison, ptsMs: number): void {
      const isNew = sameShare < NEW_LIGHT_SHARE && sharpness >= LEARN_SHARPNESS && known.length < MAX_SCENES;
      if (!isNew) newLightSinceMs = null;
      else newLightSinceMs ??= ptsMs;
      if (newLightSinceMs === null || ptsMs - newLightSinceMs < NEW_LIGHT_SECONDS * 1_000) return;
      newLightSinceMs = null;
      learn(scene);
    },
    forget(): void {
      known = [];
      save([]);
    },
  };
}

/** The level that 99 of 100 visible pixels do not exceed. */
function brightest({ levels, hidden }: GreyPicture): number {
  const counts = new Uint32Array(256);
  let visible = 0;
  for (let at = 0; at < levels.length; at++) {
    if (hidden?.[at]) continue;
    const level = levels[at] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
    visible += 1;
  }
  let [level, above] = [255, 0];
  while (level > 0 && above + (counts[level] ?? 0) <= visible / 100) above += counts[level--] ?? 0;
  return level;
}

/** Compares each picture with the one that the camera may be frozen at. */
function createFreezeWatch() {
  let first: GreyPicture | null = null;
  return {
    isFrozen(grey: GreyPicture): boolean {
      const before = first;
      if (before && isUnchanged(before, grey)) return true;
      first = grey;
      return false;
    },
  };
}

function isUnchanged(before: GreyPicture, { levels, hidden }: GreyPicture): boolean {
  if (before.levels.length !== levels.length) return false;
  let [same, visible] = [0, 0];
  for (let at = 0; at < levels.length; at++) {
    if (hidden?.[at]) continue;
    visible += 1;
    if (levels[at] === before.levels[at]) same += 1;
  }
  return visible > 0 && same >= FROZEN_SHARE * visible;
}
