import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import type { ReadManifest } from "../../format/format.ts";
import { invalid } from "../../format/limits.ts";
import { ofContainer, readGoods } from "./read-goods.ts";
import { readParty, readPlace } from "./read-parties.ts";
import { track, type TrackedObject } from "./tracked-json.ts";
import { readAmount, withoutEmpty } from "./values.ts";

/** Containers of a document by their numbers. */
type Equipments = ReadonlyMap<string, TrackedObject>;

/** Fields that a document must have one of, so that it is recognised as a bill of lading. */
const MARKS = ["transportDocumentReference", "consignmentItems", "utilizedTransportEquipments"];

/** True for an object that may be a transport document of DCSA's Bill of Lading 3. */
export const isTransportDocument = (value: Record<string, unknown>): boolean => MARKS.some((name) => name in value);

/** One item of cargo, or a container without cargo, that is one row of a manifest. */
type Part = { container: string; line?: Record<string, unknown>; place: string };

/**
 * Reads a transport document into one manifest for each container. `number` is its position in the file, from 1, and
 * `firstRow` the number of its first row.
 */
export function readTransportDocument(
  value: Record<string, unknown>,
  { number, firstRow }: { number: number; firstRow: number },
): ReadManifest[] {
  const document = track(value);
  const equipments: Equipments = new Map(
    document.list("utilizedTransportEquipments").map((one) => [numberOf(one), one]),
  );
  const cargo: Part[] = document
    .list("consignmentItems")
    .flatMap((item) =>
      readGoods(item, document, equipments).map(({ container, line, path }) => ({ container, line, place: path })),
    );
  const parts = [...cargo, ...withoutCargo(equipments, cargo)];
  const shared = readShared(document);
  const groups = [...Map.groupBy(parts.length > 0 ? parts : [{ container: "", place: "" }], keyOf).values()];
  let row = firstRow - 1;
  const manifests = groups.map((group): ReadManifest => {
    const rows = group.map(({ place }) => ({
      number: (row += 1),
      place: `document ${number}${place === "" ? "" : `, ${place}`}`,
      problems: [],
    }));
    const [first = { number: firstRow, place: `document ${number}`, problems: [] }, ...more] = rows;
    return { rows: [first, ...more], fields: { ...shared, ...fieldsOf(group, equipments) }, notUnderstood: [] };
  });
  const isNameless = shared["billOfLading"] === undefined && parts.length === 0;
  if (isNameless) manifests[0]?.rows[0].problems.push(invalid("", NAMELESS));
  const [first] = manifests;
  if (first) first.notUnderstood = limited(document.rest());
  return manifests;
}

/** The most values of a document that are named. */
const MAX_NOTES = 10_000;

function limited(notes: NotUnderstood[]): NotUnderstood[] {
  const more = notes.length - MAX_NOTES;
  if (more <= 0) return notes;
  const message = "So many further values that no field of a manifest holds are not listed.";
  return [...notes.slice(0, MAX_NOTES), { path: "", text: String(more), message }];
}

const NAMELESS = "The document has neither a transportDocumentReference nor cargo nor equipment.";

const keyOf = ({ container }: Part) => container.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** A container by its number; of those without one, each by itself. */
function numberOf(equipment: TrackedObject): string {
  const number = equipment.inner("equipment")?.text("equipmentReference") || equipment.text("equipmentReference");
  return number || equipment.path;
}

function withoutCargo(equipments: Equipments, cargo: readonly Part[]): Part[] {
  const laden = new Set(cargo.map(keyOf));
  return [...equipments]
    .map(([number, equipment]) => {
      const line = ofContainer(equipment);
      const isStated = Object.keys(line).length > 0;
      const { path } = equipment;
      return { container: number === path ? "" : number, place: path, ...(isStated && { line }) };
    })
    .filter((part) => part.container === "" || !laden.has(keyOf(part)));
}

/** Fields that all containers of the document share. */
function readShared(document: TrackedObject): Record<string, unknown> {
  const transports = document.inner("transports");
  const parties = document.inner("documentParties");
  return withoutEmpty({
    billOfLading: document.text("transportDocumentReference"),
    vessel: readVessel(transports),
    origin: readPlace(transports?.inner("portOfLoading")),
    destination: readPlace(transports?.inner("portOfDischarge")),
    shipper: readParty(parties?.inner("shipper")),
    consignee: readParty(parties?.inner("consignee")) ?? readParty(parties?.inner("endorsee")),
  });
}

/** The last vessel brings the container to the port of discharge; those before it are named. */
function readVessel(transports: TrackedObject | undefined): Record<string, unknown> | undefined {
  const last = transports?.list("vesselVoyages").at(-1);
  const vessel = withoutEmpty({
    name: last?.text("vesselName"),
    voyageNumber: last?.text("carrierExportVoyageNumber"),
  });
  return Object.keys(vessel).length > 0 ? vessel : undefined;
}

function fieldsOf(group: readonly Part[], equipments: Equipments): Record<string, unknown> {
  const container = group[0]?.container ?? "";
  const unit = equipments.get(container)?.inner("equipment");
  const tare = readAmount(unit?.inner("tareWeight"));
  const lines = group.flatMap(({ line }) => line ?? []);
  return withoutEmpty({
    containerNumber: container,
    containerType: unit?.text("ISOEquipmentCode"),
    weight: tare && { tare },
    declaredGoods: lines.length > 0 ? lines : undefined,
  });
}
