import type { TrackedObject } from "./tracked-json.ts";
import { readAmount, withoutEmpty } from "./values.ts";

/** One item of cargo in one container. */
export type CargoLine = { container: string; line: Record<string, unknown>; path: string };

/**
 * Reads a consignment item into one line for each of its cargo items, which state in which container they are; marks,
 * descriptions and codes are those of the consignment item.
 */
export function readGoods(
  item: TrackedObject,
  document: TrackedObject,
  equipments: ReadonlyMap<string, TrackedObject>,
): CargoLine[] {
  const description = item.texts("descriptionOfGoods").join(" ");
  const codes = [...item.texts("HSCodes"), ...item.texts("extendedHSCodes")];
  const marks = item.texts("shippingMarks");
  const permits = readPermits([item, document]);
  const cargo = item.list("cargoItems");
  const lineOf = (one: TrackedObject | undefined): CargoLine => {
    const container = one?.text("equipmentReference") ?? "";
    const equipment = equipments.get(container);
    const allMarks = [...marks, ...(equipment?.texts("shippingMarks") ?? [])];
    const line = withoutEmpty({
      description,
      hsCode: codes.join(", "),
      ...(one && readCargo(one)),
      shippingMarks: allMarks.join("\n"),
      ...permits,
      ...(one && readPermits([one])),
      ...(equipment && ofContainer(equipment)),
    });
    return { container, line, path: one?.path ?? item.path };
  };
  return cargo.length > 0 ? cargo.map(lineOf) : [lineOf(undefined)];
}

function readCargo(cargo: TrackedObject): Record<string, unknown> {
  const packaging = cargo.inner("outerPackaging");
  return {
    packageCode: packaging?.text("packageCode"),
    numberOfPackages: packaging?.take("numberOfPackages"),
    packageDescription: packaging?.text("description"),
    grossWeight: readAmount(cargo.inner("cargoGrossWeight")),
    netWeight: readAmount(cargo.inner("cargoNetWeight")),
    volume: readAmount(cargo.inner("cargoGrossVolume")),
    // The readers of the match know DCSA's fields, isLimitedQuantity among them, so all of them stay.
    dangerousGoods: packaging?.take("dangerousGoods"),
  };
}

function readPermits(of: readonly TrackedObject[]): Record<string, unknown> {
  const reference = (name: string) => of.map((one) => one.inner(name)?.text("reference")).find(Boolean);
  return withoutEmpty({ exportLicence: reference("exportLicense"), importLicence: reference("importLicense") });
}

/** Facts of a container that its lines of goods state: seals, and what a reefer is set to. */
export function ofContainer(equipment: TrackedObject): Record<string, unknown> {
  return withoutEmpty({
    seals: equipment.take("seals"),
    reeferSettings: equipment.take("activeReeferSettings"),
    isNonOperatingReefer: equipment.take("isNonOperatingReefer"),
  });
}
