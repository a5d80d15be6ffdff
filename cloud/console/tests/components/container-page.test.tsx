import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { openPage } from "./kit/open-page.tsx";

const scan = exampleOf("getScanV1", 200).data;
const container = { ...exampleOf("getContainerV1", 200).data, id: scan.container.id };
const scanned = { ...container, categoryScan: { ...container.categoryScan!, scanId: scan.id } };

const matchCard = async () => (await screen.findByRole("heading", { name: "Manifest match" })).closest("section")!;

test("nothing is stated about a scan that is still being read", async () => {
  const service = fakeService();
  service.answer("getContainerV1", ok(scanned).body);
  service.answer("listScansV1", ok({ items: [scan], nextCursor: null }).body);
  const reply = Promise.withResolvers<ReturnType<typeof ok>>();
  service.answer("getScanV1", () => reply.promise);
  await openPage(`containers/${scan.container.id}`, { service, as: "supervisor" });
  await within(await matchCard()).findByRole("img", { name: "Loading" });
  expect(document.body.textContent).not.toMatch(/not compared|no manifest|not scanned/i);
  reply.resolve(ok({ ...scan, manifestMatch: null }));
  await screen.findByText("No manifest is attached to this container.");
  expect(screen.queryByRole("img", { name: "Loading" })).toBeNull();
});

test("a container is called not scanned, as is its match, once its scans have been read", async () => {
  const service = fakeService();
  service.answer("getContainerV1", ok({ ...container, categoryScan: null }).body);
  const reply = Promise.withResolvers<ReturnType<typeof ok>>();
  service.answer("listScansV1", () => reply.promise);
  await openPage(`containers/${scan.container.id}`, { service, as: "supervisor" });
  await within(await matchCard()).findByRole("img", { name: "Loading" });
  expect(document.body.textContent).not.toMatch(/not scanned|no scan/i);
  reply.resolve(ok({ items: [], nextCursor: null }));
  await screen.findByText("Not scanned yet");
  within(await matchCard()).getByText("No scan can be compared with a manifest yet.");
});

const held = {
  kind: "hold" as const,
  escalationId: "0".repeat(24),
  grounds: "The picture shows 1 weapon.",
  scanId: "1".repeat(24),
  reason: "the X-ray shows a rifle",
  by: { id: "2".repeat(24), email: "sam@example.com" },
  at: "2026-11-28T10:00:00.000Z",
};

test("a held container opens with why, who and what comes next, and with the scan that caused it", async () => {
  const service = fakeService();
  service.answer("getContainerV1", ok({ ...scanned, status: "HELD" as const, standing: held }).body);
  service.answer("listScansV1", ok({ items: [scan], nextCursor: null }).body);
  service.answer("getScanV1", ok(scan).body);
  await openPage(`containers/${scan.container.id}`, { service, as: "operator" });
  const strip = await screen.findByRole("region", { name: "Decision" });
  expect(strip.textContent).toMatch(/^On hold · The picture shows 1 weapon\.sam/);
  expect(strip.textContent).toMatch(/sam@example\.com .* ago: “the X-ray shows a rifle”/);
  within(strip).getByText("Next: a supervisor other than sam@example.com may clear it, after a new escalation.");
  await expect.poll(() => service.asked("getScanV1")[0]?.path).toMatchObject({ scanId: held.scanId });
  await openPage(`containers/${scan.container.id}?scan=${scan.id}`, { service, as: "operator" });
  await screen.findByRole("link", { name: "Show that scan" });
});
