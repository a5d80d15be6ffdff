import { ruleSet } from "@container-inspection/shared-schemas/rule-set";
import { z } from "zod";

// The pages' policy allows no script from text, which zod would try for its speed.
z.config({ jitless: true });

/** The value of a field that is left empty. */
type Empty = { isOptional: boolean; isNullable: boolean };
type Place = Empty & {
  /** The place in the rule set; `[]` stands for each entry of a list. */
  path: string;
  schema: z.ZodType;
};
export type NumberField = Place & { kind: "number"; least: number; most: number; isWhole: boolean; isShare: boolean };
type TextField = Place & { kind: "text" };
type ChoiceField = Place & { kind: "choice"; options: string[] };
export type WordsField = Place & { kind: "words"; word: z.ZodType };
/** A table: of entries, of named numbers (`map`), or of lists of words (`lists`). */
export type RowsField = Place & { kind: "rows"; form: "entries" | "map" | "lists"; columns: Column[]; row: z.ZodType };
/** Every kind of setting has one editor. */
export type Field = NumberField | TextField | ChoiceField | WordsField | RowsField;
/** A field of each row, at its place in the row, such as `tareKg.min`. */
type Column = { at: string; field: Field };

/** A setting of the schema has a kind of value without an editor; the tests find it before a user does. */
class NoEditorError extends Error {}

/** Zod types the inner schemas as its core; all of ours are made with its classes. */
const typeOf = (schema: unknown): z.ZodType => {
  if (schema instanceof z.ZodType) return schema;
  throw new NoEditorError();
};

/** Every field in the order of the schema; throws for a kind of value without an editor. */
function fieldsIn(schema: z.ZodType, path: string, empty: Empty): Field[] {
  if (schema instanceof z.ZodOptional) return fieldsIn(typeOf(schema.unwrap()), path, { ...empty, isOptional: true });
  if (schema instanceof z.ZodNullable) return fieldsIn(typeOf(schema.unwrap()), path, { ...empty, isNullable: true });
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      fieldsIn(typeOf(field), path === "" || path.endsWith("[].") ? path + name : `${path}.${name}`, empty),
    );
  return [fieldOf(schema, { ...empty, path, schema })];
}

/** Returns the field of a schema; throws for a schema that has several, or a kind of value without an editor. */
export function fieldAt(schema: z.ZodType, path: string): Field {
  const [field, ...others] = fieldsIn(schema, path, PLAIN);
  if (field === undefined || others.length > 0) throw new NoEditorError(path);
  return field;
}

const PLAIN: Empty = { isOptional: false, isNullable: false };

function fieldOf(schema: z.ZodType, place: Place): Field {
  if (schema instanceof z.ZodNumber) {
    const [least, most] = [schema.minValue ?? -Infinity, schema.maxValue ?? Infinity];
    const isShare = least === 0 && most === 1;
    return { ...place, kind: "number", least, most, isWhole: schema.format === "safeint", isShare };
  }
  if (schema instanceof z.ZodEnum) return { ...place, kind: "choice", options: schema.options.map(String) };
  if (schema instanceof z.ZodArray) return listField(typeOf(schema.element), place);
  if (schema instanceof z.ZodRecord) {
    const row = z.object({ name: typeOf(schema.keyType), value: typeOf(schema.valueType) });
    return { ...place, kind: "rows", form: "map", columns: columnsOf(row, place.path), row };
  }
  const isText = schema instanceof z.ZodString || (schema instanceof z.ZodPipe && schema.in instanceof z.ZodString);
  if (isText) return { ...place, kind: "text" };
  throw new NoEditorError(place.path);
}

function listField(element: z.ZodType, place: Place): Field {
  if (element instanceof z.ZodObject)
    return { ...place, kind: "rows", form: "entries", columns: columnsOf(element, place.path), row: element };
  if (element instanceof z.ZodArray) {
    const field = fieldOf(element, { ...PLAIN, path: `${place.path}[]`, schema: element });
    return { ...place, kind: "rows", form: "lists", columns: [{ at: "", field }], row: element };
  }
  return { ...place, kind: "words", word: element };
}

function columnsOf(row: z.ZodType, path: string): Column[] {
  const start = `${path}[].`;
  return fieldsIn(row, start, PLAIN).map((field) => ({ at: field.path.slice(start.length), field }));
}

/** Every setting of a rule set in the order of its schema. */
export const SETTINGS: readonly Field[] = fieldsIn(ruleSet, "", PLAIN);

/** A setting and all fields in its rows. */
export const withColumns = (field: Field): Field[] =>
  field.kind === "rows" ? [field, ...field.columns.flatMap((column) => withColumns(column.field))] : [field];
