import { ruleSet } from "@container-inspection/shared-schemas/rule-set";
import {
  type Arbitrary,
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  oneof,
  property,
  stringMatching,
  tuple,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { type Field, type RowsField, SETTINGS, withColumns } from "../../src/rules/setting-kinds.ts";
import { labelOf, withLabels } from "../../src/rules/setting-labels.ts";
import { isProblem, problemAt } from "../../src/rules/setting-problems.ts";
import { linesOf, shownOf, valueAt, valueOf } from "../../src/rules/setting-values.ts";
import { shiftDecimal } from "../../src/rules/shift-decimal.ts";

const { rules } = exampleOf("getCurrentRuleSetV1", 200).data;
const fields = SETTINGS.flatMap(withColumns);

const word = stringMatching(/^[a-z0-9]{1,8}$/);

/** Any value that the schema of a field allows; undefined and null where it may be left out. */
function anyValue(field: Field): Arbitrary<unknown> {
  const empties = [...(field.isOptional ? [undefined] : []), ...(field.isNullable ? [null] : [])];
  return oneof(...empties.map((empty) => constant(empty)), anyFilled(field));
}

function anyFilled(field: Field): Arbitrary<unknown> {
  if (field.kind === "number") {
    const { least: min, most: max, isWhole } = field;
    return isWhole ? integer({ min, max }) : double({ min, max, noNaN: true }).filter((value) => !Object.is(value, -0));
  }
  if (field.kind === "choice") return constantFrom(...field.options);
  if (field.kind === "text") return word;
  return field.kind === "words" ? array(word) : anyRows(field);
}

function anyRows({ form, columns }: RowsField): Arbitrary<unknown> {
  const cells = tuple(...columns.map((column) => anyValue(column.field)));
  if (form === "map") return dictionary(word, anyValue(columns[1]!.field), { noNullPrototype: true });
  if (form === "lists") return array(cells.map(([words]) => words));
  return array(cells.map((values) => rowOf(columns.map(({ at }, index) => [at, values[index]] as const))));
}

/** Puts values at their places, such as `tareKg.min`; a value that is left out has no place. */
function rowOf(cells: readonly (readonly [at: string, value: unknown])[]): unknown {
  const row: Record<string, unknown> = {};
  for (const [at, value] of cells) {
    const [name = "", inner] = at.split(".");
    if (inner !== undefined) row[name] = Object.assign({}, row[name], { [inner]: value });
    else if (value !== undefined) row[name] = value;
  }
  return row;
}

describe("every setting", () => {
  test("has words, as each field of its rows has", () => {
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.map(({ path }) => path).filter((path) => labelOf(path) === undefined)).toEqual([]);
  });

  test.each(SETTINGS.map((field) => [field.path, field] as const))("%s is saved as it was shown", (path, field) => {
    const value = valueAt(rules, path);
    expect(valueOf(field, shownOf(field, value))).toEqual(value);
    expect(isProblem(field, shownOf(field, value))).toBe(false);
  });

  test.each(SETTINGS.map((field) => [field.path, field] as const))("%s is saved whatever it is", (_path, field) => {
    assert(
      property(anyValue(field), (value) => {
        expect(valueOf(field, shownOf(field, value))).toEqual(value);
      }),
      { numRuns: 50 },
    );
  });

  test("is compared in words, not in JSON", () => {
    const lines = SETTINGS.flatMap((field) => linesOf(field, shownOf(field, valueAt(rules, field.path))));
    expect(lines.filter((line) => /[{[]\s*"|\[object|undefined/.test(line))).toEqual([]);
  });

  test("together they are the rule set", () => {
    expect(ruleSet.safeParse(rules).success).toBe(true);
  });
});

describe("rows", () => {
  const maps = fields.filter((field) => field.kind === "rows" && field.form === "map");
  const named = (name: string) => ({ name, value: "1" });

  test("two of one name are a problem, since only one of them would be saved", () => {
    expect(maps.length).toBeGreaterThan(0);
    for (const map of maps)
      expect(problemAt(map, [named("drum"), named("drum ")])).toBe("Two rows have the same name: remove one.");
  });

  test("none are a problem with what to do, where one is needed", () => {
    const needed = fields.filter(
      (field) => field.kind === "rows" && !field.schema.safeParse(valueOf(field, [])).success,
    );
    expect(needed.map((field) => problemAt(field, []))).toEqual(needed.map(() => "Add a row."));
  });
});

describe("numbers", () => {
  const shares = SETTINGS.filter((field) => field.kind === "number" && field.isShare);

  test("any share is saved to the last digit", () => {
    const [share] = shares;
    assert(
      property(double({ min: 0, max: 1, noNaN: true }), (value) => {
        expect(valueOf(share!, shownOf(share!, value))).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["0.05", 2, "5"],
    ["0.0003", 2, "0.03"],
    ["1e-7", 2, "0.00001"],
    ["12,5", -2, "0.125"],
    ["-10", 0, "-10"],
    ["5", -2, "0.05"],
  ])("%s with its point moved by %i is %s", (text, places, shifted) => {
    expect(shiftDecimal(text, places)).toBe(shifted);
  });

  test.each(["", "abc", "1.2.3", "."])("“%s” is no number", (text) => {
    expect(shiftDecimal(text, 2)).toBeUndefined();
  });

  test.each(["", "abc", "101", "-1"])("“%s” is no share", (text) => {
    expect(shares.filter((field) => !field.isOptional).every((field) => isProblem(field, text))).toBe(true);
  });
});

test("a contradiction is stated in the words of the page, without the service's number, which the page has in percent", () => {
  const problem = "rules.weights.criticalDeviation must not be below rules.weights.warningDeviation, which is 0.6.";
  expect(withLabels(problem)).toBe(
    `“${labelOf("weights.criticalDeviation")}” must not be below “${labelOf("weights.warningDeviation")}”.`,
  );
});
