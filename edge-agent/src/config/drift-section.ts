import { z } from "zod";

export type DriftSettings = {
  /** Days that are learned before any is compared. */
  referenceDays: number;
  /** So many days in a row must differ, or be well again. */
  consecutiveDays: number;
  /** A day with less of what a measure counts is not compared. */
  minimumLooks: number;
  /** The smallest change of the mean confidence that counts, 0 to 1. */
  confidenceChange: number;
  /** Of the share of moving pictures without a finding, percentage points. */
  emptyChangePercent: number;
  /** Of the shares of the classes: Jensen–Shannon distance, 0 to 1. */
  classesDistance: number;
  /** Of the sharpness, percent less, or as much more. */
  sharpnessChangePercent: number;
  /** Of the mean level of the pictures, 0 to 255. */
  exposureChangeLevels: number;
  /** Days that are compared with each other only: 0 is Sunday. */
  weekendDays: readonly number[];
};

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** When a camera's days count as different from those after its installation. */
export const driftSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    referenceDays: z
      .int()
      .min(7)
      .max(60)
      .default(14)
      .meta({ examples: [14] }),
    consecutiveDays: z
      .int()
      .min(1)
      .max(14)
      .default(2)
      .meta({ examples: [2] }),
    minimumLooks: z
      .int()
      .min(20)
      .max(5_000)
      .default(100)
      .meta({ examples: [100] }),
    confidenceChange: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.05)
      .meta({ examples: [0.05] }),
    emptyChangePercent: z
      .number()
      .min(1)
      .max(100)
      .default(25)
      .meta({ examples: [25] }),
    classesDistance: z
      .number()
      .min(0.05)
      .max(1)
      .default(0.25)
      .meta({ examples: [0.25] }),
    sharpnessChangePercent: z
      .number()
      .min(5)
      .max(95)
      .default(30)
      .meta({ examples: [30] }),
    exposureChangeLevels: z
      .number()
      .min(2)
      .max(255)
      .default(25)
      .meta({ examples: [25] }),
    weekend: z
      .array(z.enum(WEEKDAYS).transform((name) => WEEKDAYS.indexOf(name)))
      .max(6)
      .default([6, 0])
      .meta({ examples: ["[saturday, sunday]"] }),
  })
  .prefault({});
