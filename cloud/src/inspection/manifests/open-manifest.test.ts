import { expect, test } from "vitest";
import { maySeeManifest } from "./open-manifest.ts";

test("operators see the manifests they made and those of their containers, supervisors and admins all", () => {
  const sees = (role: "operator" | "supervisor" | "admin", maker: string, owner: string | null) =>
    maySeeManifest(
      { userId: "me", role },
      { createdBy: { id: maker }, container: owner === null ? null : { ownerId: owner } },
    );
  expect(sees("operator", "me", null)).toBe(true);
  expect(sees("operator", "other", "me")).toBe(true);
  expect(sees("operator", "other", "other")).toBe(false);
  expect(sees("operator", "other", null)).toBe(false);
  expect(sees("supervisor", "other", null)).toBe(true);
  expect(sees("admin", "other", null)).toBe(true);
});
