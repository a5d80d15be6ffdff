import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { type EditedClass, editedOf, mapOf } from "./edited-map.ts";
import { differencesOf } from "./map-differences.ts";

/** Returns whose a class is: the bundled map's as it came, changed, or one of this installation. */
export function originOf(entry: EditedClass, bundled: CategoryMap | undefined): string {
  if (!bundled) return "";
  const theirs = bundled.classes.find(({ name }) => name === entry.name.trim());
  if (!theirs) return t`your own`;
  const own = mapOf({ ...editedOf(bundled), classes: [entry] });
  return differencesOf({ ...bundled, classes: [theirs] }, own).length === 0 ? t`bundled` : t`bundled, changed`;
}
