import { describe, expect, test } from "vitest";
import { endWaits } from "../../testing/end-waits.ts";
import { createAlertWorld } from "./testing.ts";

const running = (camera_id: string) => ({ camera_id, state: "running" });
const down = (camera_id: string) => ({ camera_id, state: "down", last_error: "no route to 10.0.0.7" });
const cameras = (count: number) => Array.from({ length: count }, (_, index) => `cam-${index}`);
const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

describe("an alert by mail", () => {
  test("reports a silent device once, and its end once, whichever process looks", async () => {
    const { fleet, pass, mailsTo, boss, as } = await createAlertWorld();
    const sue = await as(boss, "GET", "/user/me/notifications");
    expect(sue.body.data).toMatchObject({ mailConfigured: true, shiftReports: "own", updatedAt: null });
    const { apiKey } = await fleet.make("Gate & 1");
    await fleet.beat(apiKey);
    await pass(10);
    const [silent, ...more] = await mailsTo(boss.email);
    expect(more).toEqual([]);
    expect(silent?.subject).toBe("Gate & 1 is silent");
    expect(silent?.text).toMatch(
      /^NEEDS ATTENTION\n\nWithout a site\n- Gate & 1 is silent, since \d\d:\d\d\n\nTimes are in UTC/,
    );
    expect(silent?.text).toContain("https://gate.example/app/account");
    expect(silent?.html).toMatch(
      /<a href="https:\/\/gate.example\/app\/devices\/[0-9a-f]{24}"><b>Gate &amp; 1 is silent<\/b>/,
    );
    await pass(15, () => fleet.beat(apiKey));
    const [, over, ...last] = await mailsTo(boss.email);
    expect(last).toEqual([]);
    expect(over?.subject).toBe("Gate & 1 is back");
    expect(over?.text).toMatch(
      /OVER\n\nWithout a site\n- Gate & 1 is back, since \d\d:\d\d; from \d\d:\d\d, for 11 min\n/,
    );
  });

  test("reports 200 cameras of a site in few mails, including those that have recovered", async () => {
    const { fleet, pass, mailsTo, place, sites, boss } = await createAlertWorld();
    const lane = sites[0].lanes[0].id;
    const all = cameras(200);
    for (const id of all) await place(id, lane);
    const { apiKey } = await fleet.make();
    const other = await fleet.make("Gate 2");
    await pass(1, async () => {
      await fleet.beat(apiKey, { cameras: all.map((id, index) => (index < 120 ? down(id) : running(id))) });
      await fleet.beat(other.apiKey, { cameras: [down("yard")] });
    });
    await pass(1, async () => {
      await fleet.beat(apiKey, { cameras: all.map(down) });
      await fleet.beat(other.apiKey, { cameras: [running("yard")] });
    });
    await pass(30, () => fleet.beat(apiKey, { cameras: all.map(down) }));
    const mails = await mailsTo(boss.email);
    expect(subjects(mails).filter((subject) => subject.includes("camera"))).toEqual([
      "200 cameras faulty, 1 camera working again",
    ]);
    expect(mails[0]?.text).toContain("- Camera cam-0 is down (no route to 10.0.0.7), since ");
    expect(mails[0]?.text).toContain("- and 175 more\n");
    expect(mails[0]?.text).toMatch(
      /Without a site\n- Camera yard works again, since \d\d:\d\d; it was down \(no route to 10.0.0.7\) from/,
    );
    await pass(20, () => fleet.beat(apiKey, { cameras: all.map(running) }));
    expect(subjects(await mailsTo(boss.email)).at(-1)).toBe("North: 200 cameras working again");
  });

  test("goes to a camera that flaps at most every ten minutes, as one line", async () => {
    const { fleet, pass, mailsTo, boss } = await createAlertWorld();
    const { apiKey } = await fleet.make();
    let isDown = false;
    await pass(21, async () => {
      isDown = !isDown;
      await fleet.beat(apiKey, { cameras: [(isDown ? down : running)("cam")] });
    });
    const mails = await mailsTo(boss.email);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text.match(/Camera cam/g)).toHaveLength(1);
    expect(mails[1]?.text).toContain("5 times");
  });

  test("arrives once when the mail server defers it", async () => {
    let tries = 0;
    const { cloud, as, fleet, pass, mailsTo, boss, mail } = await createAlertWorld(() =>
      ++tries === 1 ? 451 : undefined,
    );
    const { apiKey } = await fleet.make();
    await fleet.beat(apiKey);
    await pass(9);
    const pending = async () => (await as(boss, "GET", "/admin/email-jobs?status=pending")).body.data.items;
    await expect.poll(pending).toMatchObject([{ attempts: 1 }]);
    expect(await endWaits(cloud.parts)).toHaveLength(1);
    expect(subjects(await mailsTo(boss.email))).toEqual(["Gate 1 is silent"]);
    // The first administrator has one as well.
    expect([mail.mails.length, mail.tried.length]).toEqual([2, 3]);
  });

  test("reports a disk that is nearly full, until there is room again", async () => {
    const { fleet, as, boss, pass, mailsTo } = await createAlertWorld();
    const { apiKey, device } = await fleet.make();
    const disk = (free: number) => ({ disk: { free_bytes: free, total_bytes: 100 } });
    const lowDisks = async () => (await as(boss, "GET", "/fleet/faults")).body.data.lowDisks;
    await pass(5, () => fleet.beat(apiKey, disk(9)));
    expect(await lowDisks()).toEqual([{ id: device.id, name: "Gate 1", since: expect.any(String) }]);
    await pass(20, () => fleet.beat(apiKey, disk(12)));
    await pass(20, () => fleet.beat(apiKey, disk(15)));
    expect(await lowDisks()).toEqual([]);
    expect(subjects(await mailsTo(boss.email))).toEqual([
      "Gate 1 has little free space",
      "Gate 1 has enough free space again",
    ]);
    const actions = (await fleet.log(`subject=edge-device:${device.id}`)).map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.slice(0, 2)).toEqual(["edge-device.free-disk", "edge-device.run-low-on-disk"]);
  });

  test("reports a clock that is off, until it is set", async () => {
    const { fleet, cloud, as, boss, pass, mailsTo } = await createAlertWorld();
    const { apiKey, device } = await fleet.make();
    const beatWith = (skewMs: number) => () =>
      fleet.beat(apiKey, { timestamp: new Date(cloud.parts.nowMs() + skewMs).toISOString() });
    const wrongClocks = async () => (await as(boss, "GET", "/fleet/faults")).body.data.wrongClocks;
    await pass(3, beatWith(59_000));
    expect(await wrongClocks()).toEqual([]);
    await pass(5, beatWith(-86_400_000));
    expect(await wrongClocks()).toEqual([
      { id: device.id, name: "Gate 1", skewMs: -86_400_000, since: expect.any(String) },
    ]);
    // A heartbeat without a time changes nothing, and one near the limit ends nothing.
    await pass(10, () => fleet.beat(apiKey));
    await pass(10, beatWith(40_000));
    expect(await wrongClocks()).toHaveLength(1);
    await pass(20, beatWith(2_000));
    expect(await wrongClocks()).toEqual([]);
    expect(subjects(await mailsTo(boss.email))).toEqual([
      "The clock of Gate 1 is 24 h behind",
      "The clock of Gate 1 is right again",
    ]);
    const logged: { action: string }[] = await fleet.log(`subject=edge-device:${device.id}`);
    expect(logged.slice(0, 2).map(({ action }) => action)).toEqual(["edge-device.set-time", "edge-device.lose-time"]);
  });

  test("has no header, no recipient and no line that a device has written", async () => {
    const { fleet, pass, mailsTo, boss, mail } = await createAlertWorld();
    const { apiKey } = await fleet.make();
    const last_error = "off\r\nBcc: spy@example.com\r\n\r\nPay here";
    expect((await fleet.beat(apiKey, { cameras: [{ ...down("cam"), last_error }] })).status).toBe(200);
    await pass(4);
    const [alert, ...more] = await mailsTo(boss.email);
    expect(more).toEqual([]);
    expect(alert?.subject).toBe("Camera cam is down (off Bcc: spy@example.com Pay here)");
    expect(alert?.text).toContain("\n- Camera cam is down (off Bcc: spy@example.com Pay here), since ");
    expect(mail.mails.flatMap(({ to }) => to)).not.toContain("spy@example.com");
    const [head] = (mail.mails[0]?.source ?? "").split("\r\n\r\n");
    expect(head).toContain("\r\nSubject: Camera cam is down");
    expect(head).not.toMatch(/^Bcc:/im);
  });

  test("ends with the device that is revoked", async () => {
    const { fleet, pass, mailsTo, boss } = await createAlertWorld();
    const { apiKey, device } = await fleet.make();
    await fleet.beat(apiKey, { cameras: [down("cam")] });
    await pass(4);
    await fleet.admin("POST", `/${device.id}/revoke`);
    await pass(12);
    expect(subjects(await mailsTo(boss.email))).toEqual([
      "Camera cam is down (no route to 10.0.0.7)",
      "Camera cam works again",
    ]);
  });
});

describe("who is alerted", () => {
  test("is each user who chose the kind and the site: by default, admins alone", async () => {
    const { cloud, fleet, pass, mailsTo, place, sites, choose, boss } = await createAlertWorld();
    const [north, south] = sites;
    const users = { ann: "operator", bob: "operator", sue: "supervisor", eve: "supervisor", max: "admin" } as const;
    const signedIn = await Promise.all(Object.values(users).map((role) => cloud.signIn(role)));
    const [ann, bob, sue, eve, max] = signedIn as [(typeof signedIn)[0], ...typeof signedIn];
    expect((await choose(bob!, { alerts: ["camera-faulty"], siteIds: [north.id] })).status).toBe(200);
    await choose(eve!, { alerts: ["camera-faulty"], siteIds: [south.id] });
    await choose(max!, { alerts: ["device-silent"] });
    await place("cam", north.lanes[0].id);
    const { apiKey } = await fleet.make();
    await fleet.beat(apiKey, { cameras: [down("cam")] });
    await pass(4);
    const counts = [];
    for (const { email } of [ann, bob!, sue!, eve!, max!, boss]) counts.push((await mailsTo(email)).length);
    expect(counts).toEqual([0, 1, 0, 0, 0, 1]);
    // An operator sees no pages of devices: the mail has no link to one.
    expect((await mailsTo(bob!.email))[0]?.subject).toBe("North: Camera cam is down (no route to 10.0.0.7)");
  });

  test("is not a user who no longer wants it, or was disabled, before it was mailed", async () => {
    const { cloud, as, fleet, pass, mailsTo, choose, boss } = await createAlertWorld();
    const [sue, eve] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
    for (const user of [sue, eve]) await choose(user, { alerts: ["camera-faulty"] });
    const { apiKey } = await fleet.make();
    await fleet.beat(apiKey, { cameras: [down("cam")] });
    await pass(1);
    await choose(sue, { alerts: [] });
    await as(boss, "PUT", `/admin/users/${eve.id}`, { disabled: true });
    await pass(4);
    expect([await mailsTo(sue.email), await mailsTo(eve.email)]).toEqual([[], []]);
    expect(await mailsTo(boss.email)).toHaveLength(1);
  });
});

describe("the choice", () => {
  test("is stored per user, honours If-Match, and rejects kinds that the role may not receive", async () => {
    const { cloud, choose, as, sites } = await createAlertWorld();
    const ann = await cloud.signIn("operator");
    const get = () => as(ann, "GET", "/user/me/notifications");
    const first = await get();
    expect(first.body.data).toEqual({
      alerts: [],
      siteIds: null,
      shiftReports: "own",
      availableAlerts: ["device-silent", "disk-low", "clock-off", "camera-faulty"],
      availableShiftReports: ["none", "own"],
      mailConfigured: true,
      updatedAt: null,
    });
    const chosen = { alerts: ["disk-low", "disk-low"], siteIds: [sites[0].id] };
    expect((await choose(ann, chosen)).body.data).toMatchObject({ alerts: ["disk-low"], siteIds: [sites[0].id] });
    expect((await choose(ann, { shiftReports: "none" })).body.data).toMatchObject({ alerts: ["disk-low"] });
    const etag = first.headers.get("ETag") ?? "";
    const headers = { ...ann.authorization, "If-Match": etag };
    const stale = await cloud.send("PUT", "/v1/user/me/notifications", { headers, body: { alerts: [] } });
    expect(stale.body.error.code).toBe("PRECONDITION_FAILED");
    for (const [body, path] of [
      [{ alerts: ["records-broken"] }, "alerts.0"],
      [{ siteIds: ["none"] }, "siteIds.0"],
      [{ siteIds: [] }, "siteIds"],
      [{ shiftReports: "sites" }, "shiftReports"],
    ] as const) {
      const { status, body: answer } = await choose(ann, body);
      expect([status, answer.error.details[0].path]).toEqual([400, path]);
    }
  });
});
