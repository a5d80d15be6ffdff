import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const base = { JWT_SECRET: "a secret of the tests", EDGE_API_KEY: "a key of the tests" };
const party = { TRADE_PARTY: "NMFTA:ABCD", TRADE_PARTY_NAME: "Port of Example", TRADE_LOCATION: "NLRTM" };

test("the party of events for terminal systems is named by its list, and needs its place", () => {
  expect(readSettings({ ...base, ...party, TRADE_FACILITY: "BORD" }).tradeEvents).toEqual({
    code: "ABCD",
    codeList: "NMFTA",
    name: "Port of Example",
    location: "NLRTM",
    facility: "BORD",
  });
  expect(readSettings(base).tradeEvents).toBeUndefined();
  expect(() => readSettings({ ...base, TRADE_PARTY: "SMDG:ABC" })).toThrow(/TRADE_PARTY needs TRADE_LOCATION/);
  expect(() => readSettings({ ...base, ...party, TRADE_PARTY: "ABC" })).toThrow(/TRADE_PARTY is not a code/);
});
