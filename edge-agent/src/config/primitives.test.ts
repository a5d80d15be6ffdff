import { passagePosition } from "@container-inspection/shared-schemas/passages";
import { expect, test } from "vitest";
import { name } from "./primitives.ts";

test.each(["front", "Rear.2_b-1", "1", "x".repeat(32), "", "-front", "front left", "x".repeat(33)])(
  "a position %j of a lane is valid in the configuration if the cloud takes it in records, and only then",
  (position) => {
    expect(name.safeParse(position).success).toBe(passagePosition.safeParse(position).success);
  },
);
