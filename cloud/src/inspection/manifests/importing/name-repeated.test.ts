import { expect, test } from "vitest";
import { readFile } from "./read-file.ts";

async function remarksOn(...manifests: object[]) {
  const bytes = Buffer.from(manifests.map((one) => JSON.stringify(one)).join("\n"));
  const file = await readFile(bytes, { answers: {}, remembered: {}, maxRows: 100 });
  return "manifests" in file ? file.manifests.map(({ rows: [first] }) => first.notUnderstood) : file.problem;
}

test("a manifest that replaces another one of its file is named", async () => {
  const remarks = await remarksOn(
    { billOfLading: "B1", containerNumber: "CSQU3054383", declaredGoods: [{ description: "Rice" }] },
    { billOfLading: "B1", containerNumber: "CSQU 305438-3", declaredGoods: [{ description: "Tea" }] },
    { billOfLading: "B1", containerNumber: "MSKU0000006" },
    { billOfLading: "B1" },
    { containerNumber: "CSQU3054383" },
    { containerNumber: "CSQU3054383" },
  );
  const message = "It replaces line 1, which states the same bill of lading and container number.";
  expect(remarks).toEqual([[], [{ path: "", text: "B1", message }], [], [], [], []]);
});

test("a manifest that failed replaces nothing", async () => {
  const remarks = await remarksOn({ billOfLading: "B1", declaredGoods: 5 }, { billOfLading: "B1" });
  expect(remarks).toEqual([[], []]);
});
