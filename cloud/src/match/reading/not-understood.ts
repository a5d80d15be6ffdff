import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { english, type Translatable } from "../english.ts";
import { isObject } from "./is-object.ts";
import { isNotStated } from "./not-stated.ts";
import { readCount } from "./read-amount.ts";
import { readUnNumber } from "./read-dangerous-goods.ts";
import { readHsCodes } from "./read-hs-code.ts";
import { type Measure, readMass, readVolume } from "./read-measures.ts";
import { readSizeType } from "./read-size-type.ts";

const MAX_SHOWN = 60;

/**
 * Values of a manifest that are stated and that the readers of the match do not understand, so that no rule compares
 * them. `fields` is the body of `POST /v1/manifests`, whatever is inside.
 */
export function findNotUnderstood(fields: Readonly<Record<string, unknown>>): NotUnderstood[] {
  const { weight, declaredGoods, containerType } = fields;
  const weights = isObject(weight) ? weight : {};
  const lines = Array.isArray(declaredGoods) ? declaredGoods : [];
  return [
    ...["gross", "tare", "net", "vgm"].flatMap((name) =>
      notMeasured(`weight.${name}`, readMass(weights[name]), english`is not a mass with a known unit`),
    ),
    ...notSizeType(containerType),
    ...lines.flatMap((line: unknown, index) => (isObject(line) ? inLine(`declaredGoods.${index}`, line) : [])),
  ];
}

function inLine(path: string, line: Readonly<Record<string, unknown>>): NotUnderstood[] {
  const count = readCount(line["numberOfPackages"]);
  const dangers = [line["dangerousGoods"]].flat().filter(isObject);
  return [
    ...(count.kind === "not-understood"
      ? [entry(`${path}.numberOfPackages`, count.text, english`is not a count of packages`)]
      : []),
    ...notMeasured(`${path}.grossWeight`, readMass(line["grossWeight"]), english`is not a mass with a known unit`),
    ...notMeasured(`${path}.netWeight`, readMass(line["netWeight"]), english`is not a mass with a known unit`),
    ...notMeasured(`${path}.volume`, readVolume(line["volume"]), english`is not a volume with a known unit`),
    ...notHsCode(`${path}.hsCode`, line["hsCode"]),
    ...dangers.flatMap((danger) => notUnNumber(`${path}.dangerousGoods.unNumber`, danger)),
  ];
}

const notMeasured = (path: string, measure: Measure, message: Translatable): NotUnderstood[] =>
  measure.kind === "not-understood" ? [entry(path, measure.text, message)] : [];

function notHsCode(path: string, value: unknown): NotUnderstood[] {
  if (!isStated(value) || readHsCodes(value, undefined).length > 0) return [];
  return [entry(path, String(value), english`is not an HS code`)];
}

function notUnNumber(path: string, danger: Record<string, unknown>): NotUnderstood[] {
  const number = readUnNumber(danger);
  return number === undefined || /^\d{4}$/.test(number) ? [] : [entry(path, number, english`is not a UN number`)];
}

function notSizeType(value: unknown): NotUnderstood[] {
  if (typeof value !== "string" || !isStated(value) || readSizeType(value)) return [];
  return [entry("containerType", value, english`is not a size-type of ISO 6346, such as 22G1`)];
}

const isStated = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && !isNotStated(value));

const entry = (path: string, text: string, message: Translatable): NotUnderstood => ({
  path,
  text: text.slice(0, MAX_SHOWN).toWellFormed(),
  message: message.text,
});
