import { expect, test } from "vitest";
import { describeMeasure, newMeasures } from "./drift-rules.ts";

const measure = (name: string, since = "2026-11-02") => ({
  measure: name,
  reference: 12,
  now: 6,
  since,
  day: "2026-11-05",
});

test("new is a measure that was not part of the drift before", () => {
  const [sharpness, empty] = [measure("sharpness"), measure("empty")];
  expect(newMeasures([measure("empty", "2026-10-01")], [sharpness, empty])).toEqual([sharpness]);
  expect(newMeasures([], [sharpness, empty])).toEqual([sharpness, empty]);
  expect(newMeasures([sharpness, empty], [empty])).toEqual([]);
});

test("each measure is described in words", () => {
  const of = (measure: string, reference: number, now: number) =>
    describeMeasure({ measure, reference, now, since: "2026-11-02", day: "2026-11-03" });
  expect(of("empty", 0.2, 0.61)).toBe("nothing is found in 61 % of the pictures with motion, usually 20 %");
  expect(of("classes", 0, 0.4)).toBe("the shares of the classes have changed");
  expect(of("missing", 0, 1)).toBe("a usual class is no longer found");
  expect(of("missing", 0, 2)).toBe("2 usual classes are no longer found");
  expect(of("sharpness", 12, 6)).toBe("the sharpness of the pictures is 50 % of the usual");
  expect(of("exposure", 120, 80.4)).toBe("the pictures are darker: level 80, usually 120");
  expect(of("exposure", 80, 120)).toBe("the pictures are brighter: level 120, usually 80");
  expect(of("exposure", 80, 80)).toBe("the pictures are brighter: level 80, usually 80");
  expect(of("confidence", 0.824, 0.706)).toBe("the mean confidence is 0.71, usually 0.82");
  expect(of("of a newer agent", 1, 2)).toBe("of a newer agent is 2, usually 1");
});
