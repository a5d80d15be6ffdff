import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { configFile } from "./sections.ts";

const chapter = path.resolve(import.meta.dirname, "../../../deploy/docs/technician/configuration.md");

type Node = {
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node | boolean;
};

/** The settings below a node of the schema, as the chapter writes them: `models.NAME.file`, `cameras[].url`. */
function leavesOf(node: Node, name: string): string[] {
  if (node.properties !== undefined)
    return Object.entries(node.properties).flatMap(([key, each]) =>
      leavesOf(each, name === "" ? key : `${name}.${key}`),
    );
  if (typeof node.additionalProperties === "object") return leavesOf(node.additionalProperties, `${name}.NAME`);
  if (typeof node.items === "object" && node.items.properties !== undefined) return leavesOf(node.items, `${name}[]`);
  return [name];
}

/** The settings that the first column of the table names; `.b` after `x.a` means `x.b`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const folder = names[0]?.replace(/\.[^.]*$/, "") ?? "";
    return names.map((name) => (name.startsWith(".") ? `${folder}${name}` : name));
  });
}

test("the chapter's table names every setting of the schema, once, and no others", () => {
  // A lane's container has the settings of a station's.
  const leaves = leavesOf(z.toJSONSchema(configFile, { io: "input", unrepresentable: "any" }) as Node, "").map((name) =>
    name.replace(/^lanes\[\]\.container\..*/, "lanes[].container"),
  );
  expect(leaves.length).toBeGreaterThan(100);
  expect(namedIn(readFileSync(chapter, "utf8")).toSorted()).toEqual([...new Set(leaves)].toSorted());
});
