import { matching, oneOf, text } from "./variable.ts";

/** Facilities by DCSA's codes: border, depot, inland terminal, off-dock storage, port terminal, rail ramp. */
const FACILITIES = ["BORD", "DEPO", "INTE", "OFFD", "POTE", "RAMP"] as const;

/** The environment variables of the events that go out to terminal systems. */
export const tradeVariables = {
  tradeParty: matching(
    {
      name: "TRADE_PARTY",
      meaning:
        "the party in whose name events go out to [terminal systems](../integrator/trade-events.md), by its code of SMDG or NMFTA, as `SMDG:ABC`; without it none go out",
    },
    /^(SMDG|NMFTA):[A-Z0-9]{2,10}$/,
    "is not a code of SMDG or NMFTA (such as SMDG:ABC or NMFTA:ABCD)",
  ),
  tradePartyName: text({ name: "TRADE_PARTY_NAME", onlyWith: "TRADE_PARTY", meaning: "the name of that party" }),
  tradeLocation: matching(
    {
      name: "TRADE_LOCATION",
      onlyWith: "TRADE_PARTY",
      meaning: "the UN/LOCODE of the place of all gates, such as `NLRTM`; needed with `TRADE_PARTY`",
    },
    /^[A-Z]{2}[A-Z2-9]{3}$/,
    "is not a UN/LOCODE (such as NLRTM)",
  ),
  tradeFacility: oneOf(
    {
      name: "TRADE_FACILITY",
      fallback: "POTE",
      onlyWith: "TRADE_PARTY",
      meaning:
        "the facility in these events, by DCSA: `BORD` border, `DEPO` depot, `INTE` inland terminal, `OFFD` off-dock storage, `POTE` port terminal, `RAMP` rail ramp",
    },
    FACILITIES,
  ),
};
