import {
  besideVagueBill,
  brokenSeal,
  type DrawLoad,
  forbiddenSegregation,
  hole,
  honestAtDoor,
  honestInFull,
  ladenButDeclaredEmpty,
  noisy,
  tooManyVehicles,
  undeclaredDrums,
  undeclaredMachine,
  weapon,
  wrongVgm,
} from "./loads.ts";
import {
  masterBill,
  noPackageCodes,
  placeholders,
  pointsForThousands,
  sealOnDamagePicture,
  tradeNoise,
  tradeSizeTypes,
  turkishWords,
  workerOutside,
} from "./noise.ts";
import { bundledModel, bundledModelOnUnseenShapes, goodModel } from "./model.ts";

/** A share of loads that is limited; `stopped` is red or yellow, so an incomplete match stops nothing. */
export type Limit = { of: "green" | "red" | "stopped"; atLeast?: number; atMost?: number };

/** One row of the table. Rows without limits are for information. */
export type Row = { name: string; about: string; draw: DrawLoad; limits: readonly Limit[] };

const honest: readonly Limit[] = [
  { of: "green", atLeast: 0.95 },
  { of: "red", atMost: 0.01 },
];
const undeclared: readonly Limit[] = [
  { of: "stopped", atLeast: 0.9 },
  { of: "red", atLeast: 0.5 },
];
const stopped: readonly Limit[] = [{ of: "stopped", atLeast: 0.95 }];

/** The loads on which the rules are measured, with the limits that were set beforehand. */
export const rows: readonly Row[] = [
  { name: "honest-door", about: "honest, door view, bundled model", draw: honestAtDoor(bundledModel), limits: honest },
  { name: "honest-door-unseen", about: "honest, door view, bundled model, unseen shapes", draw: honestAtDoor(bundledModelOnUnseenShapes), limits: [] }, // prettier-ignore
  { name: "honest-door-good", about: "honest, door view, good model", draw: honestAtDoor(goodModel), limits: [] },
  { name: "honest-full", about: "honest, every package seen, good model", draw: honestInFull(goodModel), limits: honest }, // prettier-ignore
  { name: "machine", about: "one undeclared vehicle or machine, good model", draw: undeclaredMachine(goodModel), limits: undeclared }, // prettier-ignore
  { name: "machine-bundled", about: "one undeclared vehicle or machine, bundled model", draw: undeclaredMachine(bundledModel), limits: [] }, // prettier-ignore
  { name: "drums", about: "ten undeclared drums, good model", draw: undeclaredDrums(goodModel), limits: stopped },
  { name: "drums-bundled", about: "ten undeclared drums, bundled model", draw: undeclaredDrums(bundledModel), limits: [] }, // prettier-ignore
  { name: "laden-empty", about: "declared empty but laden", draw: ladenButDeclaredEmpty, limits: stopped },
  { name: "weapon", about: "weapon among honest goods", draw: weapon, limits: stopped },
  { name: "hole", about: "hole in the container", draw: hole, limits: stopped },
  { name: "broken-seal", about: "broken seal", draw: brokenSeal, limits: stopped },
  { name: "vgm", about: "verified gross mass off by 20 %", draw: wrongVgm, limits: stopped },
  { name: "segregation", about: "acid and cyanide in one container", draw: forbiddenSegregation, limits: stopped },
  ...(
    [
      ["size-types", "size-types by their names in trade", tradeSizeTypes],
      ["master-bill", "a master bill beside the house bills", masterBill],
      ["seal", "the intact seal on the damage picture", sealOnDamagePicture],
      ["worker", "a worker outside", workerOutside],
      ["placeholders", "placeholders in empty fields, a seal in view", placeholders],
      ["no-codes", "general package codes or none", noPackageCodes],
      ["points", "points for thousands", pointsForThousands],
      ["trade", "all of it, each in its share", tradeNoise],
    ] as const
  ).map(([name, about, noise]): Row => ({ name: `honest-${name}`, about: `honest, door view, good model, ${about}`, draw: noisy(honestAtDoor(goodModel), noise), limits: honest })), // prettier-ignore
  { name: "honest-turkish", about: "honest, door view, good model, Turkish without codes", draw: noisy(honestAtDoor(goodModel), turkishWords), limits: honest }, // prettier-ignore
  { name: "drums-vague", about: "ten undeclared drums, a vague bill, good model", draw: besideVagueBill(undeclaredDrums(goodModel)), limits: stopped }, // prettier-ignore
  { name: "drums-trade", about: "ten undeclared drums, the trade's noise, good model", draw: noisy(undeclaredDrums(goodModel), tradeNoise), limits: stopped }, // prettier-ignore
  { name: "machine-trade", about: "one undeclared vehicle or machine, the trade's noise", draw: noisy(undeclaredMachine(goodModel), tradeNoise), limits: [] }, // prettier-ignore
  ...([[1, 2], [1, 3], [2, 3], [2, 4], [3, 5], [3, 6], [4, 8]] as const).map(([declared, present]): Row => ({ name: `vehicles-${present}-for-${declared}`, about: `${present} vehicles for ${declared} declared, whole load`, draw: tooManyVehicles(declared, present), limits: stopped })), // prettier-ignore
];
