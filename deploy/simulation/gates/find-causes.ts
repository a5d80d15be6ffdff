import type { Judged } from "./run-gate.ts";

/** The reason for which a vehicle is unidentified, or recorded in several passages. */
export type Cause = { of: "unidentified" | "several passages"; why: string };

/** The cause of each vehicle is what the agent stated of its first capture without a number. */
export function findCauses(of: Cause["of"], vehicles: readonly number[], judged: readonly Judged[]): Cause[] {
  return vehicles.map((index) => {
    const own = judged.filter(({ capture }) => capture.vehicle.index === index);
    const first = own.find(({ verdict }) => verdict !== "right");
    const isHidden = own.some(({ capture: { loadId } }) => loadId.endsWith("-1"));
    if (isHidden && of === "several passages") return { of, why: "something hid its load for some seconds" };
    return { of, why: first?.reason ?? "the parts are in two passages with its number" };
  });
}
