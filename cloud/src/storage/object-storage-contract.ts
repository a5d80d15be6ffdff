import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { ObjectStorage } from "./object-storage.ts";

/** What every implementation of ObjectStorage must do; the storage handed in may hold other keys. */
export function testObjectStorage(storage: ObjectStorage): void {
  const contentOf = async (key: string) => {
    const stream = await storage.read(key);
    return stream && buffer(stream);
  };

  it("gives back the bytes of a key, however many", async () => {
    for (const sizeBytes of [0, 1, 65_536, 3_000_000]) {
      const bytes = randomBytes(sizeBytes);
      await storage.write(`contract/size-${sizeBytes}`, bytes);
      expect((await contentOf(`contract/size-${sizeBytes}`))?.equals(bytes)).toBe(true);
    }
  });

  it("replaces a key by a second write", async () => {
    await storage.write("contract/twice", Buffer.from("a longer first text"));
    await storage.write("contract/twice", Buffer.from("second"));
    expect(String(await contentOf("contract/twice"))).toBe("second");
  });

  it("knows no key that was not written, or was deleted", async () => {
    expect(await storage.read("contract/never")).toBeUndefined();
    await storage.write("contract/gone", Buffer.from("x"));
    await storage.delete("contract/gone");
    await storage.delete("contract/gone");
    expect(await storage.read("contract/gone")).toBeUndefined();
  });

  it("holds a whole object under a key when many write it at once", async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
    await Promise.all(contents.map((content) => storage.write("contract/raced", content)));
    const kept = await contentOf("contract/raced");
    expect(contents.some((content) => kept?.equals(content))).toBe(true);
  });

  it.each([
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
  ])("takes no key that could lead elsewhere: %j", async (key) => {
    await expect(storage.write(key, Buffer.from("x"))).rejects.toThrow("not a storage key");
    await expect(storage.read(key)).rejects.toThrow("not a storage key");
    await expect(storage.delete(key)).rejects.toThrow("not a storage key");
  });
}
