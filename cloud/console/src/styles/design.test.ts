import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const source = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(source, file), "utf8");
const styles = globSync("styles/*.css", { cwd: source }).filter((file) => !file.endsWith("/tokens.css"));
/** The pages and their parts; `ui/` draws with the colours of classes, which are data. */
const views = globSync("**/*.{ts,tsx}", { cwd: source }).filter((file) => !/^ui\/|\.test\.tsx?$/.test(file));

/** A colour that is no token: hexadecimal, a function, or a name that a browser knows. */
const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|color|color-mix|light-dark)\(|\b(?:white|black|red|green|grey|gray|orange)\b/i;
const declarationsOf = (css: string) =>
  [...css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property = "", value = ""]) => [property, value.trim()] as const,
  );
const found = (allows: (property: string, value: string) => boolean) =>
  styles.flatMap((file) =>
    declarationsOf(read(file))
      .filter(([property, value]) => !allows(property, value))
      .map(([property, value]) => `${file}: ${property}: ${value}`),
  );

describe("styles take from tokens.css", () => {
  test("every colour", () => {
    expect(found((property, value) => property === "grid-template-areas" || !COLOUR.test(value))).toEqual([]);
  });

  test("every size of text, and the typeface", () => {
    const isToken = (value: string) =>
      /^(?:inherit|var\(--(?:text-\d\d|font|font-code)\)|calc\(var\(--text-)/.test(value);
    expect(found((property, value) => !/^font(?:-size|-family)?$/.test(property) || isToken(value))).toEqual([]);
  });

  test("every radius", () => {
    const token = /^(?:0|inherit|50%|var\(--(?:radius(?:-small|-card)?|pill)\))$/;
    const isToken = (value: string) => value.split(" ").every((part) => token.test(part));
    expect(found((property, value) => property !== "border-radius" || isToken(value))).toEqual([]);
  });
});

test("no view draws with a colour or a size of text of its own", () => {
  const own = /#[0-9a-f]{6}\b|\brgba?\(|\bfontSize:|\bcolor: "/i;
  expect(views.filter((file) => own.test(read(file)))).toEqual([]);
});

test("a button that deletes, revokes, ends or disables is red", () => {
  const asked =
    /action(?:: |=\{)t`(?:Delete|Revoke|End|Disable|Remove|Discard|Unregister|Reset|Replace changes)[^`]*`[^;]{0,20}/g;
  const found = views.flatMap((file) => read(file).match(asked) ?? []);
  expect(found.length).toBeGreaterThan(14);
  expect(found.filter((one) => !one.includes("isDanger"))).toEqual([]);
});

test("every class that a view names in full has a style, or a script or a test looks for it", () => {
  const css = [...styles, "styles/tokens.css"].map(read).join("\n");
  const named = views.flatMap((file) =>
    [...read(file).matchAll(/className="([\w -]+)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  const others = new Set(["queue", "declared"]);
  const unknown = [...new Set(named)].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css));
  expect(unknown.filter((name) => !others.has(name))).toEqual([]);
});

test("the tokens have six sizes of text", () => {
  const sizes = [...read("styles/tokens.css").matchAll(/--text-(\d+): ([\d.]+)rem/g)];
  expect(sizes.map(([, name, rem]) => [Number(name), Number(rem) * 16])).toEqual(
    [12, 13, 14, 16, 20, 28].map((size) => [size, size]),
  );
});
