import { describe, expect, test } from "vitest";
import { partTable } from "./part-table.ts";

describe("a table of parts", () => {
  test("opens each part from those above it, and ends them from the last to the first", async () => {
    const ended: string[] = [];
    const table = partTable<{ size: number }>()
      .part(
        "double",
        ({ size }) => Promise.resolve(size * 2),
        (part) => ended.push(`double ${part}`),
      )
      .part("text", ({ size, double }) => `${size} ${double}`)
      .part(
        "last",
        ({ text }) => [text],
        async ([text]) => void ended.push(`last ${text}`),
      );
    const { parts, stop } = await table.open({ size: 3 });
    expect(parts).toEqual({ size: 3, double: 6, text: "3 6", last: ["3 6"] });
    expect(ended).toEqual([]);
    await stop();
    expect(ended).toEqual(["last 3 6", "double 6"]);
  });

  test("ends what it has opened when a later part fails, and nothing of what follows is opened", async () => {
    const seen: string[] = [];
    const table = partTable<object>()
      .part(
        "first",
        () => "first",
        (part) => seen.push(`${part} ended`),
      )
      .part("second", (): string => {
        throw new Error("the port is in use");
      })
      .part("third", () => seen.push("third opened"));
    await expect(table.open({})).rejects.toThrow("the port is in use");
    expect(seen).toEqual(["first ended"]);
  });

  test("can be opened more than once", async () => {
    const table = partTable<{ size: number }>().part("double", ({ size }) => size * 2);
    expect((await table.open({ size: 1 })).parts.double).toBe(2);
    expect((await table.open({ size: 2 })).parts.double).toBe(4);
  });
});
