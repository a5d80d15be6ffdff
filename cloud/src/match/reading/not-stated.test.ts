import { expect, test } from "vitest";
import { isNotStated } from "./not-stated.ts";

test.each(["", " ", "-", "--", "N/A", "n.a.", "NIL", "None", "TBA", "T.B.D.", "0", "0000", "NO SEAL", "NON-HAZ", "Yok", "нет", "无"])(
  "%j stands for nothing",
  (text) => expect(isNotStated(text)).toBe(true),
); // prettier-ignore

test.each(["??", "UN0004", "10", "NAP", "HLG5512345", "nilgai", "heavy"])("%j states something", (text) =>
  expect(isNotStated(text)).toBe(false),
);
