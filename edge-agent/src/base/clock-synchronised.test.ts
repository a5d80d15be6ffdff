import { expect, test } from "vitest";
import { askWitnesses, type ProgramResult } from "./clock-synchronised.ts";

const MISSING: ProgramResult = { code: null, text: "" };
const UNSYNCHRONISED = 5;
const busybox = (state: number) =>
  `    mode:         0\n-o  offset:       0 us\n    status:       64 (UNSYNC)\n    return value: ${state} (clock)\n`;
const tracking = (leap: string) =>
  `A29FC87B,162.159.200.123,4,1795161600.1,0.00001,0,0,1.2,0,0,0.01,0.001,64.2,${leap}\n`;

/** Resolves to true if the clock counts as synchronised on a machine with only these programs installed. */
const ask = (programs: Record<string, ProgramResult>) => askWitnesses(async (program) => programs[program] ?? MISSING);

test.each([
  ["chrony", "chronyc", { code: 0, text: tracking("Normal") }],
  ["chrony before a leap second", "chronyc", { code: 0, text: tracking("Insert second") }],
  ["ntpd", "ntpq", { code: 0, text: "associd=0 status=0615 leap_none, sync_ntp, 1 event, clock_sync,\n" }],
  ["the kernel", "perl", { code: 0, text: "" }],
  ["the kernel after a leap second", "perl", { code: 4, text: "" }],
  ["the kernel by BusyBox", "busybox", { code: 0, text: busybox(0) }],
])("the clock is synchronised by %s", async (_, program, result) => {
  expect(await ask({ [program]: result })).toBe(true);
});

test("an unsynchronised clock, and a machine on which no program knows, count as not synchronised", async () => {
  expect(await ask({})).toBe(false);
  const unsure = {
    chronyc: { code: 0, text: tracking("Not synchronised") },
    ntpq: { code: 0, text: "associd=0 status=c016 leap_alarm, sync_unspec, 1 event, restart,\n" },
    perl: { code: UNSYNCHRONISED, text: "" },
    busybox: { code: 0, text: busybox(UNSYNCHRONISED) },
  };
  expect(await ask(unsure)).toBe(false);
  expect(await ask({ chronyc: { code: 1, text: "506 Cannot talk to daemon\n" } })).toBe(false);
  expect(await ask({ perl: { code: 255, text: "" } })).toBe(false);
});
