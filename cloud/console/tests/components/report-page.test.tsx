import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { openPage, textsOf } from "./kit/open-page.tsx";

const example = exampleOf("getContainerReportV1", 200).data;

test("a report has one clock: all its days and times are in the zone that its head names", async () => {
  const service = fakeService();
  const entry = { event: "scanned" as const, actor: null, subjectId: example.container.id, message: "It was created." };
  const timeline = [
    { ...entry, at: "2026-11-27T10:31:00.000Z" },
    { ...entry, at: "2026-11-27T19:31:00.000Z" },
  ];
  service.answer("getContainerReportV1", ok({ ...example, timeline }).body);
  await openPage(`containers/${example.container.id}/report`, { service, timeZone: "Asia/Tokyo" });
  await screen.findByText(/^All times in Asia\/Tokyo/);
  await screen.findByRole("heading", { name: /Saturday.*28/ });
  const days = [...document.querySelectorAll(".timeline")].map((day) => textsOf("time", day));
  expect(days).toEqual([["7:31:00 PM"], ["4:31:00 AM"]]);
});

test("the scans and photos of one passage are one line, and a pause or a person's act begins another", async () => {
  const service = fakeService();
  const entry = { actor: "gate-1", subjectId: example.container.id, message: "It was created." };
  const at = (minute: number, event: "scanned" | "evidence-added" | "decided", actor = "gate-1") =>
    ({ ...entry, actor, event, at: `2026-11-27T10:${String(minute).padStart(2, "0")}:00.000Z` }) as const;
  const passage = [at(1, "scanned"), at(1, "evidence-added", "olga@example.com"), at(2, "scanned")];
  const again = [at(20, "scanned"), at(21, "evidence-added"), at(21, "scanned"), at(22, "evidence-added")];
  const timeline = [...passage, ...again, at(23, "decided"), at(24, "scanned")];
  service.answer("getContainerReportV1", ok({ ...example, timeline }).body);
  await openPage(`containers/${example.container.id}/report`, { service });
  await screen.findByText(/^2 scans, 1 photo/);
  expect(textsOf(".timeline > li > details > summary")).toEqual([
    "2 scans, 1 photo gate-1, olga@example.com",
    "2 scans, 2 photos gate-1",
  ]);
});

test("a report shows eight photos, and states how many more the case file has", async () => {
  const service = fakeService();
  const [photo] = exampleOf("listEvidenceV1", 200).data.items;
  const evidence = Array.from({ length: 11 }, (_, index) => ({
    ...photo!,
    evidenceId: `${photo!.evidenceId}${index}`,
  }));
  service.answer("getContainerReportV1", ok({ ...example, evidence }).body);
  await openPage(`containers/${example.container.id}/report`, { service });
  await screen.findByText("And 3 more photos, in the case file.");
  expect(document.querySelectorAll(".photos > li")).toHaveLength(8);
});
