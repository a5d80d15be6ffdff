import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { type ObjectStorage, StorageUnavailableError } from "./object-storage.ts";

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Registers the tests that every implementation of ObjectStorage must pass; the given storage may hold other keys.
 */
export function testObjectStorage(storage: ObjectStorage): void {
  const contentOf = async (key: string) => {
    const stream = await storage.read(key);
    return stream && buffer(stream);
  };
  const list = async (folder: string) => {
    const found = [];
    for await (const object of storage.list(folder)) found.push(object);
    return found;
  };

  test("gives back the bytes of a key, however many", async () => {
    for (const sizeBytes of [0, 1, 65_536, 3_000_000, 52_428_800]) {
      const [key, bytes] = [`contract/size-${sizeBytes}`, randomBytes(sizeBytes)];
      await storage.write(key, bytes);
      expect(sha256Of((await contentOf(key)) ?? Buffer.from("nothing"))).toBe(sha256Of(bytes));
    }
  });

  test("gives back any range of them", async () => {
    const bytes = randomBytes(1_000_000);
    await storage.write("contract/ranges", bytes);
    for (const [start, end] of [
      [0, 0],
      [0, 999_999],
      [999_999, 999_999],
      [65_535, 65_536],
      [100, 700_000],
    ] as const) {
      const stream = await storage.read("contract/ranges", { start, end });
      expect((await buffer(stream ?? new ReadableStream())).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  test("takes a part of a larger buffer as the object", async () => {
    const memory = randomBytes(1_000);
    await storage.write("contract/part", memory.subarray(100, 200));
    await storage.write("contract/array", new Uint8Array(memory.buffer, memory.byteOffset + 300, 50));
    expect((await contentOf("contract/part"))?.equals(memory.subarray(100, 200))).toBe(true);
    expect((await contentOf("contract/array"))?.equals(memory.subarray(300, 350))).toBe(true);
  });

  test("replaces a key by a second write", async () => {
    await storage.write("contract/twice", Buffer.from("a longer first text"));
    await storage.write("contract/twice", Buffer.from("second"));
    expect(String(await contentOf("contract/twice"))).toBe("second");
  });

  test("knows no key that was not written, or was deleted", async () => {
    expect(await storage.read("contract/never")).toBeUndefined();
    expect(await storage.read("contract/never", { start: 0, end: 1 })).toBeUndefined();
    await storage.write("contract/deleted", Buffer.from("x"));
    await storage.delete("contract/deleted");
    await storage.delete("contract/deleted");
    expect(await storage.read("contract/deleted")).toBeUndefined();
  });

  test("takes a folder for no object", async () => {
    await storage.write("contract/folder/object", Buffer.from("x"));
    expect(await storage.read("contract/folder")).toBeUndefined();
    expect(await storage.read("contract/folder/object/below")).toBeUndefined();
  });

  test("holds a whole object under a key when many write it at once", async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
    await Promise.all(contents.map((content) => storage.write("contract/raced", content)));
    const kept = await contentOf("contract/raced");
    expect(contents.some((content) => kept?.equals(content))).toBe(true);
  });

  test("survives readers that give up: as many as there are connections, and then some", async () => {
    const bytes = randomBytes(3_000_000);
    await storage.write("contract/abandoned", bytes);
    for (let round = 0; round < 60; round += 1) {
      const reader = (await storage.read("contract/abandoned"))?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect((await contentOf("contract/abandoned"))?.equals(bytes)).toBe(true);
  });

  test("lists what lies in a folder in the order of its keys, each with its age", async () => {
    const before = Date.now();
    const keys = Array.from({ length: 25 }, (_, index) => `listed/${(index * 7) % 25}/image`);
    for (const key of [...keys, "listed-too/1", "listed/1/visualization"]) await storage.write(key, Buffer.from("x"));
    const found = await list("listed");
    expect(found.map(({ key }) => key)).toEqual([...keys, "listed/1/visualization"].sort());
    for (const { modifiedAt } of found) {
      expect(modifiedAt.getTime()).toBeGreaterThan(before - 60_000);
      expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 60_000);
    }
    await storage.delete("listed/1/visualization");
    expect(await list("listed")).toHaveLength(25);
    expect(await list("nothing-here")).toEqual([]);
  });

  test("reports that it is usable", async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });

  test.each([
    "a",
    "UPPER/lower",
    "with.dots/file.tar.gz",
    "under_score/-dash".replace("/-", "/d-"),
    `${"long-".repeat(40)}/x`,
  ])("takes the key %j as it is", async (key) => {
    await storage.write(`odd/${key}`, Buffer.from(key));
    expect(String(await contentOf(`odd/${key}`))).toBe(key);
  });

  test.each([
    "",
    "/etc/passwd",
    "../x",
    "a/../../x",
    "a/./b",
    "a//b",
    "a/",
    "a\\..\\b",
    "a\0b",
    ".hidden",
    "a b",
    "%2e%2e/x",
    "ä",
    "x".repeat(2_000),
  ])("takes no key that could lead elsewhere: %j", async (key) => {
    await expect(storage.write(key, Buffer.from("x"))).rejects.toThrow("not a storage key");
    await expect(storage.read(key)).rejects.toThrow("not a storage key");
    await expect(storage.delete(key)).rejects.toThrow("not a storage key");
    await expect(list(key)).rejects.toThrow("not a storage key");
  });
}

/** The behaviour of a storage that cannot be used: `why` is the reason that the error gives the operator. */
export function testUnusableStorage(
  name: string,
  openStorage: () => ObjectStorage | Promise<ObjectStorage>,
  why: RegExp,
): void {
  describe(`where there is ${name}`, () => {
    test.each<[string, (storage: ObjectStorage) => Promise<unknown>]>([
      ["writes", (storage) => storage.write("contract/unusable", Buffer.from("x"))],
      ["is checked", (storage) => storage.check()],
    ])("reports why it cannot be used when it %s", async (_, use) => {
      const failed = use(await openStorage());
      await expect(failed).rejects.toThrow(StorageUnavailableError);
      await expect(failed).rejects.toThrow(why);
    });
  });
}
