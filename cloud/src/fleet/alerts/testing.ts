import { expect } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { startMailServer, type ReceivedMail } from "../../notices/mail/testing.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { startWorkers } from "../../workers.ts";
import { fleetOf } from "../edge-devices/testing.ts";
import { watchEdgeDevices } from "../edge-devices/watch-edge-devices.ts";
import { sendAlerts } from "./send-alerts.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Returns the time at which a mail was written, its subject, and its text part as the recipient sees it.
 */
function readMail({ source }: ReceivedMail) {
  const writtenAtMs = Date.parse(/^Date: (.*)/m.exec(source)?.[1] ?? "");
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1]?.replaceAll(/\r\n (?=\S)/g, " ") ?? "";
  const [text = "", html = ""] = source
    .split(/^Content-Type: text\//m)
    .slice(1)
    .map((part) => part.slice(part.indexOf("\r\n\r\n") + 4).replaceAll("\r\n", "\n"));
  return { writtenAtMs, subject, text: text.split(/^--/m)[0] ?? "", html };
}

/**
 * Two processes on one database with a mail server, a site with two lanes and its people. Minutes pass with a look by
 * both processes each; a mail server's `answer` may refuse.
 */
export async function createAlertWorld(answer?: (mail: ReceivedMail) => number | undefined) {
  const connection = await createTestDatabase();
  const mail = await startMailServer(answer);
  const settings = { ...mail.settings, cameraFaultSeconds: 0, edgeSilentMinutes: 5, publicUrl: "https://gate.example" };
  const options = { connection, settings, clockRuns: false };
  const clouds = [await createTestApp(options), await createTestApp(options)] as const;
  const [cloud] = clouds;
  // Starts at noon, so that no test crosses midnight: mails include the date of events on other days.
  const untilNoonMs = (1.5 * DAY_MS - (cloud.parts.nowMs() % DAY_MS)) % DAY_MS;
  for (const { advanceMs } of clouds) advanceMs(untilNoonMs);
  for (const { parts } of clouds) await startWorkers(parts);
  const fleet = await fleetOf(cloud);
  const as = (user: Pick<TestUser, "authorization">, method: string, path: string, body?: unknown) =>
    cloud.send(method, `/v1${path}`, { headers: user.authorization, body });
  const boss = { authorization: fleet.headers, email: fleet.adminEmail };
  const plan = { sites: ["North", "South"].map((name) => ({ name, lanes: [{ name: "In 1" }, { name: "In 2" }] })) };
  const sites = (await as(boss, "PUT", "/admin/topology", plan)).body.data.sites;
  const place = (cameraId: string, laneId: string) => as(boss, "PUT", `/admin/cameras/${cameraId}`, { laneId });
  const choose = (user: Pick<TestUser, "authorization">, wishes: object) =>
    as(user, "PUT", "/user/me/notifications", wishes);
  const look = async () => {
    await watchEdgeDevices(cloud.parts);
    return Promise.all(clouds.map(({ parts }) => sendAlerts(parts)));
  };
  const pass = async (minutes: number, each: () => Promise<unknown> = async () => undefined) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const { advanceMs } of clouds) advanceMs(MINUTE_MS);
      await each();
      await look();
    }
  };
  /** The mails to an address as they were written, once all have been sent: two at once may overtake each other. */
  const mailsTo = async (email: string) => {
    const pending = async () => (await as(boss, "GET", "/admin/email-jobs?status=pending")).body.data.items;
    await expect.poll(pending).toEqual([]);
    const received = mail.mails.filter(({ to }) => to.includes(email)).map(readMail);
    return received.toSorted((one, other) => one.writtenAtMs - other.writtenAtMs);
  };
  await look();
  return { clouds, cloud, fleet, as, boss, sites, place, choose, look, pass, mail, mailsTo };
}
