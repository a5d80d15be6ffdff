import { expect, test } from "vitest";
import { mayDeleteEvidence } from "./open-evidence.ts";

test("a photo is deleted by the person who uploaded it or owns its container, and by no other", () => {
  const may = (userId: string) => mayDeleteEvidence({ userId }, { uploaderId: "uploader" }, { ownerId: "owner" });
  expect([may("uploader"), may("owner"), may("other")]).toEqual([true, true, false]);
});
