import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import type { ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { t } from "@lingui/core/macro";
import { nameOf } from "../manifest-fields.ts";

/** A row's place in the language of the page: "line 12". Places of messages keep the words of the service. */
export function placeWords(place: string): string {
  const [, kind, number] = /^(line|row) (\d+)$/.exec(place) ?? [];
  if (number === undefined) return place;
  return kind === "line" ? t`line ${number}` : t`row ${number}`;
}

/** The sentence that states what an import makes of a row, or has made of it. */
export function outcomeWords(row: ImportRow, isPreview: boolean): string {
  const { outcome, joins } = row;
  if (outcome === "failed") return isPreview ? t`It will not be imported.` : t`It was not imported.`;
  if (joins !== null) return t`Joined to the manifest of ${placeWords(joins)}.`;
  const name = nameOfManifest(row);
  if (outcome === "unchanged") return t`${name} is here already, and stays as it is.`;
  if (outcome === "updated") return isPreview ? t`${name} will be changed.` : t`${name} was changed.`;
  return isPreview ? t`${name} will be imported as a new manifest.` : t`${name} was imported as a new manifest.`;
}

function nameOfManifest({ billOfLading, containerNumber }: ImportRow): string {
  const name = [billOfLading, containerNumber].filter((part) => part !== null).join(" · ");
  return name === "" ? t`A manifest without bill and number` : name;
}

/** The reasons for which a row is not imported. */
export const errorWords = ({ errors }: ImportRow): string[] =>
  errors.map(({ path, message }) => sentence(path === "" ? "" : fieldName(csvColumns[path] ?? path), message));

/** The values of a row that were not understood, each with the value and the reason. */
export const doubtWords = ({ notUnderstood }: ImportRow): string[] =>
  notUnderstood.map(({ path, text, message }) => {
    const name = path === "" ? t`The row` : fieldName(path);
    return sentence(text === "" ? name : t`${name} “${text}”`, message);
  });

/** A message of the service is a sentence, or what is true of the named value. */
function sentence(subject: string, message: string): string {
  const isWhole = /^[^a-z]/.test(message);
  const text = subject === "" ? message : isWhole ? `${subject}: ${message}` : `${subject} ${message}`;
  return text.endsWith(".") ? text : `${text}.`;
}

/** The name of a value by its path in a manifest; others keep the words of the service, or of the file. */
function fieldName(path: string): string {
  const place = path.replace(/^declaredGoods\.\d+\./, "goods.");
  const [, position] = /^declaredGoods\.(\d+)$/.exec(place) ?? [];
  if (position !== undefined) return t`Goods, line ${Number(position) + 1}`;
  const names = [place, `${place}.value`].map((one) => [one, nameOf(one)] as const);
  return names.find(([one, name]) => one !== name)?.[1] ?? path;
}
