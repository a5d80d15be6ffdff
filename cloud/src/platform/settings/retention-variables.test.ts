import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const base = { JWT_SECRET: "a-secret-of-the-tests-0123456789", EDGE_API_KEY: "a-key-of-the-tests-0123456789" };

test("pictures of a site may be kept for a time of their own", () => {
  const site = "6650f1c2a7b3c4d5e6f70812";
  expect(readSettings({ ...base, SITE_PICTURE_RETENTION_DAYS: `${site}=30` })).toMatchObject({
    sitePictureRetentionDays: { [site]: 30 },
  });
  for (const wrong of ["30", `${site}=0`, `${site}=30,${site}=40`])
    expect(() => readSettings({ ...base, SITE_PICTURE_RETENTION_DAYS: wrong })).toThrow("one for each site");
});

test("tracking events are archived before they are deleted, or never", () => {
  const read = (archiveDays: string, retentionDays: string) =>
    readSettings({ ...base, TRACKING_ARCHIVE_AFTER_DAYS: archiveDays, TRACKING_RETENTION_DAYS: retentionDays });
  expect(readSettings(base).trackingArchiveAfterDays).toBeUndefined();
  expect(read("30", "1825")).toMatchObject({ trackingArchiveAfterDays: 30, trackingRetentionDays: 1_825 });
  for (const retentionDays of ["30", "29"])
    expect(() => read("30", retentionDays)).toThrow("TRACKING_ARCHIVE_AFTER_DAYS must be below");
  // A summary reads seven days.
  expect(() => read("6", "30")).toThrow("from 7 to 3649");
});
