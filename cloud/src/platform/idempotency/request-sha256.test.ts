import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { requestSha256 } from "./request-sha256.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the SHA-256 of a request", () => {
  test("is that of its facts as JSON with sorted keys, which stored receipts are compared with", () => {
    const facts = { path: "/v1", body: { c: 3, a: [{ z: 1, y: null }, "x"], b: null, d: {} } };
    expect(requestSha256(facts)).toBe(
      sha256('{"body":{"a":[{"y":null,"z":1},"x"],"b":null,"c":3,"d":{}},"path":"/v1"}'),
    );
  });

  test("is the same in whatever order keys come, and for an absent value as for undefined", () => {
    const first = requestSha256({ a: 1, b: { c: 2, d: 3, e: 4 } });
    expect(requestSha256({ b: { e: 4, c: 2, d: 3 }, a: 1, f: undefined })).toBe(first);
    expect(requestSha256({ b: { d: 3, e: 4, c: 2 }, a: 1 })).toBe(first);
  });

  test("changes with the order of a list, with a value and with a key", () => {
    const all = [{ a: [1, 2] }, { a: [2, 1] }, { a: [1, 3] }, { b: [1, 2] }, { a: "1,2" }, { a: null }, {}];
    expect(new Set(all.map((facts) => requestSha256(facts))).size).toBe(all.length);
  });
});
