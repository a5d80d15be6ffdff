import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { openPage, row, textsOf } from "./kit/open-page.tsx";

const example = exampleOf("getScanV1", 200).data;
type Scan = typeof example;
const box = (x1: number, y1: number, x2: number, y2: number) => ({ x: [x1, x2, x2, x1], y: [y1, y1, y2, y2] });
const found = (className: string, left: number): Scan["detections"][number] => ({
  ...example.detections[0]!,
  className,
  confidence: 0.9,
  polygon: box(left, 60, left + 60, 140),
});
const place = `containers/${example.container.id}`;
const reviewer = { id: example.container.id, email: "ann@example.com" };

/** A container with one scan, whose verdicts are kept. */
function withScan(detections: Scan["detections"]) {
  const service = fakeService();
  const scan = {
    ...example,
    detections,
    image: { ...example.image!, width: 320, height: 240 },
    verdicts: [] as Scan["verdicts"],
  };
  const container = { ...exampleOf("getContainerV1", 200).data, id: scan.container.id };
  container.categoryScan = { ...container.categoryScan!, scanId: scan.id };
  service.answer("getContainerV1", ok(container).body);
  service.answer("listScansV1", () => ok({ items: [scan], nextCursor: null }));
  service.answer("getScanV1", () => ok({ ...scan }));
  const given = {
    className: null,
    polygon: null,
    areaPercentage: null,
    note: null,
    reviewer,
    reviewedAt: scan.timestamp,
  };
  const without = (index: number) => scan.verdicts.filter((verdict) => verdict.index !== index);
  service.answer("setDetectionVerdictV1", ({ path, body }) => {
    const index = Number(path["index"]);
    scan.verdicts = [...without(index), { ...given, index, ...body }];
    return ok({ ...scan });
  });
  service.answer("removeDetectionVerdictV1", ({ path }) => {
    scan.verdicts = without(Number(path["index"]));
    return ok({ ...scan });
  });
  return { service, scan };
}

test("supervisors confirm, reject and correct detections, and can undo it", async () => {
  const { service } = withScan([found("carton", 20), found("carton", 120), found("drum", 220)]);
  const { press, fill, user } = await openPage(place, { service, as: "supervisor" });
  await press("Reject carton 2");
  await screen.findByRole("button", { name: "Undo the verdict on carton 2" });
  await press("Confirm carton 1");
  await screen.findByRole("button", { name: "Undo the verdict on carton 1" });
  await press("Correct drum 3");
  await fill("What it really is", "barrel");
  await user.keyboard("{Enter}");
  await row(/drum barrel/);
  await expect.poll(() => textsOf(".outline")).toEqual(["carton confirmed", "carton rejected", "barrel corrected"]);
  await press("Undo the verdict on carton 2");
  await screen.findByRole("button", { name: "Reject carton 2" });
  expect(document.querySelector(".outline.rejected")).toBeNull();
  expect(service.asked("setDetectionVerdictV1").map(({ path, body }) => [path["index"], body])).toEqual([
    ["1", { verdict: "rejected" }],
    ["0", { verdict: "confirmed" }],
    ["2", { verdict: "corrected", className: "barrel" }],
  ]);
});

test("operators see the verdicts, and give none", async () => {
  const { service, scan } = withScan([found("carton", 20)]);
  scan.verdicts = [
    {
      index: 0,
      verdict: "rejected",
      className: null,
      polygon: null,
      areaPercentage: null,
      note: "a toy",
      reviewer,
      reviewedAt: scan.timestamp,
    },
  ];
  await openPage(place, { service, as: "operator" });
  const table = await screen.findByRole("row", { name: /carton/ });
  expect(within(table).getByText("rejected").title).toMatch(/^ann@example\.com, .*: a toy$/);
  expect(within(table).queryByRole("button")).toBeNull();
});

test("a correction that was begun is open again after a reload, and a refused one stays with its reason", async () => {
  const { service } = withScan([found("drum", 20)]);
  service.refuse("setDetectionVerdictV1", 404, "DETECTION_NOT_FOUND", "The scan has no such detection.");
  const { press, fill, reload } = await openPage(place, { service, as: "supervisor" });
  await press("Correct drum 1");
  await fill("What it really is", "bar");
  reload();
  const field = await screen.findByLabelText<HTMLInputElement>("What it really is");
  expect(field.value).toBe("bar");
  await press("Save", field.closest("form")!);
  await screen.findByText("The scan has no such detection.");
  expect(screen.getByLabelText<HTMLInputElement>("What it really is").value).toBe("bar");
  await press("Cancel", field.closest("form")!);
  await screen.findByRole("button", { name: "Correct drum 1" });
});

const outline = (name: string | RegExp) => screen.findByRole("button", { name });
const undo = () => screen.queryByRole("button", { name: "Undo" });

test("a box is moved and stretched with the keyboard alone, saved with Enter and taken back", async () => {
  const { service, scan } = withScan([found("carton", 20)]);
  const { user, press } = await openPage(place, { service, as: "supervisor" });
  (await outline(/^1 carton/)).focus();
  await user.keyboard("{ArrowRight}{Shift>}{ArrowDown}{/Shift}e{ArrowLeft}{Enter}");
  await outline("1 carton corrected");
  expect(service.asked("setDetectionVerdictV1")[0]?.body).toEqual({
    verdict: "corrected",
    polygon: box(20, 70, 81, 150),
  });
  await press("Undo");
  await outline(/^1 carton 90/);
  expect(scan.verdicts).toEqual([]);
});

test("a box is left as it was by Escape, and stepwise by Undo; nothing is sent", async () => {
  const { service } = withScan([found("carton", 20)]);
  const { user } = await openPage(place, { service, as: "supervisor" });
  const points = () => document.querySelector(".outline polygon")?.getAttribute("points");
  (await outline(/^1 carton/)).focus();
  const before = points();
  await user.keyboard("{ArrowRight}{ArrowRight}{Control>}z{/Control}");
  const once = points();
  expect(once).not.toBe(before);
  await user.keyboard("{Control>}z{/Control}");
  expect(points()).toBe(before);
  expect(undo()).toBeNull();
  await user.keyboard("{ArrowRight}");
  expect(points()).toBe(once);
  await user.keyboard("{Escape}");
  expect(points()).toBe(before);
  expect(document.querySelector(".handle")).toBeNull();
  expect(service.asked("setDetectionVerdictV1")).toEqual([]);
});
