import { expect, test } from "vitest";
import { LIVE_PICTURE_ROUTE, presentPicture, whyNone, withoutPicture } from "./watch-rules.ts";

const nowMs = Date.UTC(2026, 10, 22, 8);
const ago = (ms: number) => new Date(nowMs - ms);

test("receipts that an older release stored keep their route", () => {
  expect(LIVE_PICTURE_ROUTE).toBe("recordLivePictureV1");
});

const device = { lastSeenAt: ago(1_000), silentSince: null, watchingEnabled: true };
test.each([
  ["of no device", undefined, "no-device"],
  ["of a connected device", device, undefined],
  ["of a device that sent its last heartbeat 120 s ago", { ...device, lastSeenAt: ago(120_000) }, undefined],
  ["of a device that sent its last heartbeat earlier", { ...device, lastSeenAt: ago(120_001) }, "silent"],
  ["of a device that never sent one", { ...device, lastSeenAt: null }, "silent"],
  ["of a device that was reported as silent", { ...device, silentSince: ago(500) }, "silent"],
  ["of an agent that cannot send pictures", { ...device, watchingEnabled: null }, "unsupported"],
  ["of a device that may not send pictures", { ...device, watchingEnabled: false }, "disabled"],
  ["of a silent device that may not send pictures", { ...device, silentSince: ago(500), watchingEnabled: false }, "silent"],
])("a camera %s: why it shows no picture", (_what, facts, reason) => {
  expect(whyNone(facts, nowMs)).toBe(reason);
}); // prettier-ignore

test.each([
  ["no-device", "No device reports this camera. Its device must send heartbeats that list it."],
  ["silent", "The device of this camera is silent. Pictures continue when it is connected again."],
  ["unsupported", "The agent on the device of this camera is too old to send live pictures. Update it."],
  ["disabled", "Live pictures are disabled in the configuration of the device (watching.enabled)."],
  ["camera", "The camera delivers no pictures to its device. Administrators see the state of the camera under Devices."],
  ["deliveries", "The device delivers its stored records first. Pictures continue after that."],
  ["waiting", "Waiting for a picture from the device."],
] as const)("%s: the reply has no picture, and the reason in a sentence", (reason, message) => {
  expect(withoutPicture(reason)).toEqual({ version: "0", picture: null, absence: { reason, message } });
}); // prettier-ignore

const details = { width: 640, height: 360, boxes: [] };
const report = { version: 7, image: "aGk=", details, takenAt: ago(0), absence: null };

test("a camera without a report is waited for", () => {
  expect(presentPicture(undefined, nowMs)).toEqual(withoutPicture("waiting"));
});

test("a new picture is shown with its boxes, its size, its age and its version", () => {
  expect(presentPicture({ ...report, takenAt: ago(400) }, nowMs)).toEqual({
    version: "7",
    picture: { image: "aGk=", takenAt: "2026-11-22T07:59:59.600Z", ageMs: 400, ...details },
    absence: null,
  });
});

test.each([
  ["from a clock that is ahead has the age 0", -400, 0, undefined],
  ["of 10 s is new", 10_000, 10_000, undefined],
  ["of more than 10 s is shown while the next one is waited for", 10_001, 10_001, "waiting"],
  ["of 30 s is shown", 30_000, 30_000, "waiting"],
  ["of more than 30 s is not shown", 30_001, undefined, "waiting"],
])("a picture %s", (_promise, ms, shownMs, reason) => {
  const { picture, absence } = presentPicture({ ...report, takenAt: ago(ms) }, nowMs);
  expect([picture?.ageMs, absence?.reason]).toEqual([shownMs, reason]);
});

test.each(["camera", "deliveries"] as const)(
  "what the device reports (%s) stands beside the last picture",
  (reason) => {
    const { picture, absence } = presentPicture({ ...report, absence: reason }, nowMs);
    expect([picture?.image, absence?.reason]).toEqual(["aGk=", reason]);
  },
);

test.each([{ image: null }, { details: null }, { takenAt: null }])(
  "a report without its %o shows no picture",
  (lack) => {
    const shown = presentPicture({ ...report, ...lack }, nowMs);
    expect(shown).toEqual({ ...withoutPicture("waiting"), version: "7" });
  },
);
