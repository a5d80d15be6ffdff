import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import type { ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { t } from "@lingui/core/macro";
import { wordOf } from "../../language/words.ts";
import { doubtSentences, fieldName, sentence } from "../value-words.ts";

/** A row's place in the language of the page: "line 12". Places of messages keep the words of the service. */
export function placeWords(place: string): string {
  const [, kind, number] = /^(line|row|item) (\d+)$/.exec(place) ?? [];
  if (number === undefined) return place;
  if (kind === "item") return t`item ${number}`;
  return kind === "line" ? t`line ${number}` : t`row ${number}`;
}

/** The word for an outcome: of a preview, for what is going to happen. */
export function outcomeName(outcome: ImportRow["outcome"], isPreview: boolean): string {
  if (outcome === "failed") return t`not imported`;
  if (!isPreview) return wordOf(outcome);
  if (outcome === "imported") return t`to import`;
  return outcome === "updated" ? t`to change` : wordOf(outcome);
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
export const doubtWords = ({ notUnderstood }: ImportRow): string[] => doubtSentences(notUnderstood, t`The row`);
