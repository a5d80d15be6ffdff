import type { Cargo, Item } from "./cargo-items.ts";
import type { Picture, View } from "../../src/match/testing/load.ts";
import { detect, type Model, type Thing } from "./model.ts";
import type { Random } from "./random.ts";

/** Area of a container's opening in m²; divided by the face of a package, it limits the packages in front. */
const OPENING_SQUARE_METRES = 5.5;
const PALLET_FACE_SQUARE_METRES = 1;

/** A visit's pictures of the cargo: one, in a quarter of the visits a second one by the same camera. */
export function photograph(cargo: Cargo, view: View, model: Model, random: Random): Picture[] {
  const things = view === "xray-full" ? showEverything(cargo, random) : showFront(cargo, random);
  const first = takePicture(1, { view, modelName: model.name, detections: detect(things, model, random) });
  if (!random.chance(0.25)) return [first];
  return [first, takePicture(2, { view, modelName: model.name, detections: detect(things, model, random) })];
}

/** A category picture of the front camera, unless stated otherwise. */
export function takePicture(number: number, rest: Partial<Picture> & Pick<Picture, "view" | "detections">): Picture {
  const takenAt = new Date(Date.UTC(2026, 0, 5, 8, number)).toISOString();
  return { scanId: `scan-${number}`, cameraId: `${rest.view}-1`, type: "category", modelName: null, takenAt, ...rest };
}

/** Returns the view of a container by a camera: into the open doors, or from outside for a platform or tank. */
export function viewOf({ sizeType }: Cargo): View {
  return sizeType[2] === "P" || sizeType[2] === "T" ? "exterior" : "door";
}

/**
 * The front row: 8 to 40 packages of each line that is visible, fewer where they are large or few; one to three lines
 * of several; of goods on pallets also one to four pallets.
 */
function showFront({ items }: Cargo, random: Random): Thing[] {
  const isVisible = new Set<Item>();
  const lines = Math.min(items.length, random.integer(1, 3));
  while (isVisible.size < lines) isVisible.add(random.pick(items));
  const shown = [...isVisible].flatMap((item) => {
    const fitting = Math.max(1, Math.floor(OPENING_SQUARE_METRES / faceOf(item)));
    return showItem(item, {
      packages: Math.min(item.count, random.integer(8, 40), fitting),
      pallets: Math.min(item.pallets, random.integer(1, 4)),
      random,
    });
  });
  return fillPicture(shown, random.between(55, 85), random);
}

/** Every package and every pallet. */
function showEverything({ items }: Cargo, random: Random): Thing[] {
  const shown = items.flatMap((item) => showItem(item, { packages: item.count, pallets: item.pallets, random }));
  return fillPicture(shown, 85, random);
}

type Shown = { className: string; squareMetres: number };

function showItem(item: Item, seen: { packages: number; pallets: number; random: Random }): Shown[] {
  const { seenAs } = item.commodity;
  if (seenAs === "nothing") return [];
  const pallet = { className: "pallet", squareMetres: PALLET_FACE_SQUARE_METRES };
  const pallets = Array.from({ length: seen.pallets }, () => pallet);
  // A heap of scrap is one package on paper and a few pieces to a camera.
  const packages = seenAs === "scrap metal" ? seen.random.integer(1, 4) : seen.packages;
  const one = { className: seenAs, squareMetres: faceOf(item) };
  return [...Array.from({ length: packages }, () => one), ...pallets];
}

const faceOf = ({ cubicMetresPerPackage }: Item) => cubicMetresPerPackage ** (2 / 3);

/** Divides the cargo's part of the picture among the shown things by size, each thing up to 40 % off. */
function fillPicture(shown: readonly Shown[], percentage: number, random: Random): Thing[] {
  const sizes = shown.map(({ squareMetres }) => squareMetres * random.between(0.6, 1.4));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return shown.map(({ className }, index) => {
    const areaPercentage = Math.min(40, (percentage * (sizes[index] ?? 0)) / total);
    return { className, areaPercentage };
  });
}
