import {
  type Manifest,
  manifestRequest,
  type ManifestStatus,
  manifestStatus,
} from "@container-inspection/shared-schemas/manifests";
import { z } from "zod";
import { isSame } from "./differences.ts";
import { type Inner, textAt, withValue } from "./inner-values.ts";
import { type Field, goodsFields, fieldGroups, ownFields } from "./manifest-fields.ts";
import type { ManifestInput, Tagged } from "./manifests-api.ts";

/** The texts of a form, by keys without dots, which would nest them. */
type Texts = Record<string, string>;
export type GoodsRow = {
  /** Identifier of this row within the form. */
  id: number;
  texts: Texts;
  /** The line as it was read; values that the form does not show are kept. */
  original: Inner | null;
};

/** Content of the manifest editor. */
export type ManifestForm = {
  texts: Texts;
  goods: GoodsRow[];
  /** The version that is edited; null for a new manifest. */
  base: Tagged | null;
};

export const keyOf = (path: string): string => path.replaceAll(".", "-");

/** The unit in which an amount is entered where none was stated. */
const unitOf = (path: string) => (path.startsWith("volume") ? "MTQ" : "KGM");

/** A form that shows a manifest, or an empty one. */
export function formOf(base: Tagged | null, containerNumber = ""): ManifestForm {
  const manifest = base?.data;
  const groups = fieldGroups().flatMap(({ fields }) => fields);
  const texts = {
    ...textsOf(manifest ?? { containerNumber }, [...ownFields(), ...groups]),
    status: manifest?.status ?? "DRAFT",
  };
  return { texts, goods: (manifest?.declaredGoods ?? []).map((item, id) => goodsRowOf(item, id)), base };
}

/** One line of goods, or an empty one. */
export const goodsRowOf = (original: Inner | null, id: number): GoodsRow => ({
  id,
  texts: textsOf(original ?? {}, goodsFields()),
  original,
});

const textsOf = (value: unknown, fields: Field[]): Texts =>
  Object.fromEntries(
    fields.map(({ path, kind }) => [keyOf(path), textAt(value, path) || (kind === "unit" ? unitOf(path) : "")]),
  );

/** The fields of a manifest that a form changes, as they are sent; all that are filled for a new one. */
export function requestOf({ texts, goods, base }: ManifestForm): ManifestInput {
  const manifest = base?.data;
  const before = formOf(base).texts;
  const own = ownFields()
    .filter(({ path }) => texts[path]?.trim() !== before[path])
    .map(({ path }) => [path, texts[path]?.trim() || null] as const);
  const objects = fieldGroups()
    .map(({ name, fields }) => {
      const inner = innerOf(manifest, name);
      const changed = write(inner ? { [name]: inner } : {}, fields, before, texts)[name];
      return [name, changed ?? null] as const;
    })
    .filter(([name, changed]) => !isSame(changed, innerOf(manifest, name)));
  const lines = goods.map(({ texts: now, original }) =>
    write(original ?? {}, goodsFields(), goodsRowOf(original, 0).texts, now),
  );
  const declaredGoods = lines.length === 0 && !manifest?.declaredGoods ? null : lines;
  const isSameGoods = isSame(declaredGoods, manifest?.declaredGoods ?? null);
  const status = statusOf(texts["status"]);
  return {
    ...Object.fromEntries([...own, ...objects]),
    ...(!isSameGoods && { declaredGoods }),
    ...(status !== (manifest?.status ?? "DRAFT") && { status }),
  };
}

const statusOf = (text: string | undefined): ManifestStatus =>
  manifestStatus.options.find((status) => status === text) ?? "DRAFT";

function innerOf(manifest: Manifest | undefined, name: string): Inner | null {
  const { vessel, origin, destination, shipper, consignee, weight } = manifest ?? {};
  const inner: Record<string, Inner | null | undefined> = { vessel, origin, destination, shipper, consignee, weight };
  return inner[name] ?? null;
}

/** Writes the texts that differ from those before into an object. */
function write(object: Inner, fields: Field[], before: Texts, now: Texts): Inner {
  const textOf = (path: string) => (now[keyOf(path)] ?? "").trim();
  const isChanged = (path: string) => textOf(path) !== before[keyOf(path)];
  return fields.reduce((written, { path, kind }) => {
    const amount = path.replace(/unit$/, "value");
    if (kind === "unit" && (isChanged(path) || isChanged(amount)))
      return writeUnit(written, path, { unit: textOf(path), amount: textOf(amount) });
    if (kind === "unit" || !isChanged(path)) return written;
    return withValue(written, path, kind === "number" ? readNumber(textOf(path)) : textOf(path) || undefined);
  }, object);
}

/** Writes a unit next to its amount, even if the sender wrote the amount alone, such as `gross: 12000`. */
function writeUnit(object: Inner, path: string, { unit, amount }: { unit: string; amount: string }): Inner {
  if (amount === "") return withValue(object, path, undefined);
  const isAlone = textAt(object, path.replace(/\.unit$/, "")) !== "";
  const stated = isAlone ? withValue(object, path.replace(/unit$/, "value"), readNumber(amount)) : object;
  return withValue(stated, path, unit);
}

/** A plain decimal number that a double holds; any other text stays as it is, as in every manifest. */
function readNumber(text: string): number | string | undefined {
  if (text === "") return undefined;
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Checks a form by the schema of the request; problems are those of the form's fields. */
export const formSchema: z.ZodType<ManifestInput, ManifestForm> = z
  .custom<ManifestForm>()
  .transform((form, context): ManifestInput => {
    const request = requestOf(form);
    const problems = manifestRequest.safeParse(request).error?.issues ?? [];
    for (const { path, message } of problems)
      context.addIssue({ code: "custom", path: ["texts", String(path[0])], message });
    return request;
  });

/** A user's changes of one version, applied to a newer one, with the paths that both versions changed differently. */
export function rebase(form: ManifestForm, newer: Tagged): { form: ManifestForm; conflicts: string[] } {
  const [before, theirs] = [formOf(form.base), formOf(newer)];
  const mine = Object.keys(form.texts).filter((key) => form.texts[key] !== before.texts[key]);
  const isMine = !isSame(form.goods, before.goods);
  const conflicts = mine.filter(
    (key) => theirs.texts[key] !== before.texts[key] && theirs.texts[key] !== form.texts[key],
  );
  const isDisputed = isMine && !isSame(theirs.goods, before.goods) && !isSame(theirs.goods, form.goods);
  return {
    form: {
      texts: { ...theirs.texts, ...Object.fromEntries(mine.map((key) => [key, form.texts[key] ?? ""])) },
      goods: isMine ? form.goods : theirs.goods,
      base: newer,
    },
    conflicts: [...conflicts.map((key) => key.replaceAll("-", ".")), ...(isDisputed ? ["declaredGoods"] : [])],
  };
}
