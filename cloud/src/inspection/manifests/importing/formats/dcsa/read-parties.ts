import type { TrackedObject } from "./tracked-json.ts";
import { withoutEmpty } from "./values.ts";

/** A port or place: UN location code, name, and the facility where one is stated. */
export function readPlace(place: TrackedObject | undefined): Record<string, unknown> | undefined {
  const facility = place?.inner("facility");
  const fields = withoutEmpty({
    unLocationCode: place?.text("UNLocationCode"),
    name: place?.text("locationName") || place?.inner("city")?.text("city"),
    countryCode: place?.inner("city")?.text("countryCode"),
    facilityCode: facility?.text("facilityCode"),
    facilityCodeListProvider: facility?.text("facilityCodeListProvider"),
  });
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** A shipper or consignee: name, address, the first identifying code, the first tax reference, the first contact. */
export function readParty(party: TrackedObject | undefined): Record<string, unknown> | undefined {
  if (!party) return undefined;
  const [code] = party.list("identifyingCodes");
  const [tax] = party.list("taxLegalReferences");
  const fields = withoutEmpty({
    partyName: party.text("partyName"),
    identifyingCode: code?.text("partyCode"),
    taxReference: tax?.text("value"),
    address: readAddress(party),
    contact: readContact(party.list("partyContactDetails")[0]),
  });
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** The structured address, or the lines in which it is displayed. */
function readAddress(party: TrackedObject): Record<string, unknown> {
  const address = party.inner("address");
  if (!address) {
    const lines = party.texts("addressLines");
    return withoutEmpty({ street: (lines.length > 0 ? lines : party.texts("displayedAddress")).join(", ") });
  }
  const street = [address.text("street"), address.text("streetNumber"), address.text("floor"), address.text("POBox")];
  return withoutEmpty({
    street: street.filter((part) => part !== "").join(" "),
    city: address.text("city"),
    stateRegion: address.text("stateRegion"),
    postCode: address.text("postCode"),
    countryCode: address.text("countryCode"),
  });
}

/** In DCSA a contact has either a telephone number or an email address. */
const readContact = (contact: TrackedObject | undefined): Record<string, unknown> =>
  withoutEmpty({ name: contact?.text("name"), phone: contact?.text("phone"), email: contact?.text("email") });
