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
