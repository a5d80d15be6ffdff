import { z } from "zod";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** Settings that determine when a camera's days count as different from those after its installation. */
export const driftSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** Days that are learned before any is compared. */
    referenceDays: z
      .int()
      .min(7)
      .max(60)
      .default(14)
      .meta({ examples: [14] }),
    /** Number of days in a row that must differ, or be normal again. */
    consecutiveDays: z
      .int()
      .min(1)
      .max(14)
      .default(2)
      .meta({ examples: [2] }),
    /** Least number of pictures or findings of a day; a day with fewer is not compared. */
    minimumLooks: z
      .int()
      .min(20)
      .max(5_000)
      .default(100)
      .meta({ examples: [100] }),
    /** The smallest change of the mean confidence that counts, 0 to 1. */
    confidenceChange: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.05)
      .meta({ examples: [0.05] }),
    /** Smallest change of the share of moving pictures without a finding that counts, in percentage points. */
    emptyChangePercent: z
      .number()
      .min(1)
      .max(100)
      .default(25)
      .meta({ examples: [25] }),
    /** Smallest change of the shares of the classes that counts, as Jensen–Shannon distance from 0 to 1. */
    classesDistance: z
      .number()
      .min(0.05)
      .max(1)
      .default(0.25)
      .meta({ examples: [0.25] }),
    /** Smallest loss of sharpness that counts, in percent; a gain of the same factor counts too. */
    sharpnessChangePercent: z
      .number()
      .min(5)
      .max(95)
      .default(30)
      .meta({ examples: [30] }),
    /** Smallest change of the mean level of the pictures that counts, 0 to 255. */
    exposureChangeLevels: z
      .number()
      .min(2)
      .max(255)
      .default(25)
      .meta({ examples: [25] }),
    /** Days that are compared with each other only. */
    weekend: z
      .array(z.enum(WEEKDAYS).transform((name) => WEEKDAYS.indexOf(name)))
      .max(6)
      .default([6, 0])
      .meta({ examples: ["[saturday, sunday]"] }),
  })
  .prefault({});

type DriftSection = z.output<typeof driftSection>;

/** Settings of the comparison of days, where it is enabled. */
export type DriftSettings = Omit<DriftSection, "enabled" | "weekend"> & {
  /** Days that are compared with each other only: 0 is Sunday. */
  weekendDays: Readonly<DriftSection["weekend"]>;
};
