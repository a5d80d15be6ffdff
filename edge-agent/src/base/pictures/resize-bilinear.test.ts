import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { resizeBilinear } from "./resize-bilinear.ts";

test("half the size has the levels that OpenCV gives", () => {
  const [widthPixels, heightPixels] = [64, 48];
  const rgb = Uint8Array.from(
    { length: widthPixels * heightPixels * 3 },
    (_, index) => index * 7_919 + Math.floor(index / 97) * 31,
  );
  const hash = createHash("sha256");
  const size = { widthPixels: 32, heightPixels: 24 };
  resizeBilinear({ rgb, widthPixels, heightPixels }, size, (_y, row) => hash.update(row));
  // Of cv2.resize(picture, (32, 24), interpolation=cv2.INTER_LINEAR), OpenCV 4.
  expect(hash.digest("hex")).toBe("ca692340c6210178cd23cd9145ffe3bb8752f429778e50bdb8f4de34c47c5ab1");
});
