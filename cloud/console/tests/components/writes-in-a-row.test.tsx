import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region } from "./kit/open-page.tsx";

const settings = exampleOf("getNotificationsV1", 200).data;

/** A service that answers the first write of an operation when the test lets it. */
function withHeldWrite() {
  const service = fakeService();
  const held = Promise.withResolvers<void>();
  return { service, held: held.promise, letThrough: held.resolve };
}

/** Notification settings that the service changes as it is asked to, the first time late. */
function withNotifications() {
  const { held, ...kit } = withHeldWrite();
  const now = { ...settings };
  kit.service.answer("getNotificationsV1", () => ok({ ...now }));
  kit.service.answer("updateNotificationsV1", async ({ body }) => {
    await held;
    Object.assign(now, body);
    return ok({ ...now });
  });
  return { ...kit, now };
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const reports = () => screen.getByLabelText<HTMLSelectElement>("Shift reports");

test("a choice that is made while the one before it is being saved is shown at once and saved after it", async () => {
  const { service, now, letThrough } = withNotifications();
  const { user } = await openPage("account", { service });
  await user.click(await screen.findByLabelText("A device is silent"));
  await expect.poll(() => service.asked("updateNotificationsV1").length).toBe(1);
  await user.selectOptions(reports(), "none");
  await user.click(box("A device is low on disk space"));
  expect([box("A device is silent").checked, reports().value]).toEqual([false, "none"]);
  expect(service.asked("updateNotificationsV1")).toHaveLength(1);
  letThrough();
  await expect.poll(() => now).toMatchObject({ alerts: [], shiftReports: "none" });
  expect(service.asked("updateNotificationsV1").map(({ body }) => body)).toEqual([
    { alerts: ["disk-low"] },
    { shiftReports: "none" },
    { alerts: [] },
  ]);
});

test("a refused choice stays explained when the one after it is saved", async () => {
  const { service, held, letThrough } = withHeldWrite();
  const error = { code: "INTERNAL_ERROR", message: "The disk is full.", requestId: "01a2185ec5255dd064f6437f" };
  service.answer("updateNotificationsV1", async ({ body }) => {
    await held;
    if ("shiftReports" in body) return ok({ ...settings, ...body });
    return { status: 500, body: { success: false, error } };
  });
  const { user } = await openPage("account", { service });
  await user.click(await screen.findByLabelText("A device is silent"));
  await user.selectOptions(reports(), "none");
  letThrough();
  await screen.findByText("Notifications saved");
  await within(await region("Notifications")).findByText(`${error.message} (request ${error.requestId})`);
  expect(box("A device is silent").checked).toBe(true);
});

test("a double click saves once", async () => {
  const { service, held, letThrough } = withHeldWrite();
  service.answer("updateMeV1", async ({ body }) => {
    await held;
    return ok({ ...exampleOf("getMeV1", 200).data, ...body });
  });
  const { fill, user } = await openPage("account", { service });
  await fill("Your name", "Eve Adams");
  await user.dblClick(screen.getByRole("button", { name: "Save name" }));
  letThrough();
  await screen.findByText("Name saved");
  expect(service.asked("updateMeV1")).toHaveLength(1);
});

test("cameras that are removed in a row are all removed, and a place moves up once at a time", async () => {
  const { service, held, letThrough } = withHeldWrite();
  const { sites, unassigned } = exampleOf("getTopologyV1", 200).data;
  const absent = unassigned.find(({ lastSeenAt }) => lastSeenAt === null) ?? { ...unassigned[0]!, lastSeenAt: null };
  const cameras = ["rear", "top"].map((cameraId) => ({ ...absent, cameraId, name: null, registered: true }));
  const plan = exampleOf("getTopologyPlanV1", 200).data;
  const places = [...plan.sites, { id: "01a21f77585978827c4ac9ff", name: "Yard", lanes: [] }];
  service.answer("getTopologyPlanV1", () => ok({ sites: [...places] }));
  service.answer("getTopologyV1", () => ok({ sites, unassigned: [...cameras] }));
  service.answer("unregisterCameraV1", async ({ path }) => {
    await held;
    cameras.splice(
      cameras.findIndex(({ cameraId }) => cameraId === path["cameraId"]),
      1,
    );
    return { status: 200, body: exampleOf("unregisterCameraV1", 200) };
  });
  const { press, user } = await openPage("sites", { service });
  const camera = (name: string) => screen.findByRole("listitem", { name });
  await press("Remove camera", await camera("rear"));
  await user.click(within(await camera("top")).getByRole("button", { name: "Remove camera" }));
  const isUpDisabled = () => screen.getByRole("button", { name: "Move Yard up" }).getAttribute("aria-disabled");
  await expect.poll(isUpDisabled).toBe("true");
  letThrough();
  await disappeared(() => screen.queryByRole("listitem", { name: "top" }));
  expect(screen.queryByRole("listitem", { name: "rear" })).toBeNull();
  await expect.poll(isUpDisabled).toBe("false");
});
