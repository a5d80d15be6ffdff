import { describe, expect, test } from "vitest";
import { createAppSecret, stepOfCode, uriOf } from "./authenticator-app.ts";
import { codeAt } from "./testing.ts";

/** "12345678901234567890", the secret of RFC 6238, appendix B. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number, lastStep = 0) => ({ nowMs: seconds * 1_000, lastStep });

describe("codes of an authenticator app", () => {
  test.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_234_567_890, "005924", 41_152_263],
    [20_000_000_000, "353130", 666_666_666],
  ])("are those of RFC 6238 at %i s", (seconds, code, step) => {
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(step);
    expect(codeAt(SECRET, seconds * 1_000)).toBe(code);
  });

  test("are accepted one step early or late, and no further", () => {
    const nowMs = 1_700_000_010_000;
    const step = Math.floor(nowMs / 30_000);
    const accepted = [-2, -1, 0, 1, 2].map((away) =>
      stepOfCode(SECRET, codeAt(SECRET, nowMs + away * 30_000), { nowMs, lastStep: 0 }),
    );
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test("work once: neither the last one nor one before it is accepted again", () => {
    expect(stepOfCode(SECRET, "005924", at(1_234_567_890, 41_152_262))).toBe(41_152_263);
    expect(stepOfCode(SECRET, "005924", at(1_234_567_890, 41_152_263))).toBeUndefined();
    expect(stepOfCode(SECRET, "005924", at(1_234_567_890, 41_152_264))).toBeUndefined();
  });

  test.each(["", "00592", "0059244", "5924", "00592a", "００５９２４"])("%o is none", (code) => {
    expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeUndefined();
  });

  test("have a secret of 160 random bits, and an address that apps scan", () => {
    const secret = createAppSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createAppSecret()).not.toBe(secret);
    const uri = new URL(uriOf(secret, "ann+1@example.com"));
    expect(decodeURIComponent(uri.pathname)).toContain("Container inspection:ann+1@example.com");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Container inspection",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
