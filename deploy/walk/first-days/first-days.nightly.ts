import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { listViews, routesOf, takePicture, takePictures } from "./pictures.ts";
import { acceptInvite, openSite, type Person, type Site, signIn } from "./site.ts";

/** Folder for the screenshots of all users when a test fails. */
const FAILURES = path.resolve(import.meta.dirname, "../../../.cache/first-days");
const VIEWS_PAGE = path.resolve(import.meta.dirname, "../../docs/views.md");
const PASSWORD = "four words of harbour";
/** A container that no camera sees, and a phone of a common size. */
const AT_THE_FENCE = "TGHU7599330";
const NO_SEAL = "stands at the fence without a seal";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DAMAGED = "the door is dented at its lower edge";
const REASON = "the X-ray shows a firearm behind the cartons";
const olga = { email: "olga@port.example", name: "Olga Berg", role: "operator" };
const sam = { email: "sam@port.example", name: "Sam Weiss", role: "supervisor" };
const mia = { email: "mia@port.example", name: "Mia Roth", role: "supervisor" };

/** The first day of each kind of user at a site whose gate works, in the order in which they come. */
describe("the first day", () => {
  let site: Site;
  let admin: Person;
  let operator: Person;
  let supervisor: Person;
  let second: Person;
  let manager: Person;
  let phone: Person;
  /** The links of the invites, by address. */
  const links = new Map<string, string>();

  beforeAll(async () => {
    site = await openSite();
    [admin, operator, supervisor, second, manager] = [
      await site.person(),
      await site.person(),
      await site.person(),
      await site.person(),
      await site.person(),
    ];
    phone = await site.person(PHONE);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const [who, { page }] of Object.entries({ admin, operator, supervisor, second, manager, phone }))
      await page.screenshot({ path: path.join(FAILURES, `${task.name.slice(0, 40)} ${who}.png`), timeout: 5_000 });
  });

  test("of an administrator: finds the gate at work, and invites three people, each once", async () => {
    const { page, app } = admin;
    await signIn(admin, site.admin);
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Devices" }).click();
    await page.getByRole("link", { name: "demo-gate-box" }).click();
    await page.getByRole("row", { name: /gate-1-top.*running/ }).waitFor();
    await page.getByRole("link", { name: "Admin", exact: true }).click();
    await page.getByRole("link", { name: "Invites" }).click();
    for (const { email, role } of [olga, sam, mia]) {
      await page.getByLabel("Email to invite").fill(email);
      await page.getByLabel("Role of the invited").selectOption(role);
      await page.getByRole("button", { name: "Invite", exact: true }).dblclick();
      await page.getByText(`Send this link to ${email} yourself`).waitFor();
      links.set(email, await page.locator(".secret code").innerText());
      await page.getByRole("button", { name: "Done" }).click();
    }
    await page.getByRole("row", { name: mia.email }).waitFor();
    expect(await page.getByRole("row").count()).toBe(4);
    await page.goto(`${app}/admin/audit-log`);
    await page.getByText("invite.create").first().waitFor();
  });

  test("of an administrator: a webhook, and a service account for the port's own system", async () => {
    const { page, app } = admin;
    await page.goto(`${app}/admin/webhooks`);
    await page.getByLabel("Address").fill("https://terminal.example.com/inspection");
    await page.getByLabel("resolved", { exact: true }).check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByRole("button", { name: "Copy the secret" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto(`${app}/admin/services`);
    await page.getByLabel("Name of the service").fill("port-system");
    await page.getByRole("button", { name: "Add service" }).click();
    const token = await page.locator(".secret code").innerText();
    const read = await fetch(`${site.url}/v1/containers`, { headers: { authorization: `Bearer ${token}` } });
    expect(read.status).toBe(200);
  });

  test("of an administrator: seven tabs of one browser all show the gate's records", async () => {
    const tabs = [admin.page];
    while (tabs.length < 7) tabs.push(await admin.context.newPage());
    for (const tab of tabs) await tab.goto(`${admin.app}/today`);
    await Promise.all(tabs.map((tab) => tab.locator(".newest a, a:has(time)").first().waitFor()));
    for (const tab of tabs.slice(1)) await tab.close();
    expect(admin.complaints).toEqual([]);
  });

  test("of an operator: takes the lane and owns its records; escalates, even after the session has ended", async () => {
    const { page } = operator;
    await acceptInvite(operator, links.get(olga.email) ?? "", { name: olga.name, password: PASSWORD });
    await page.getByRole("link", { name: "Shifts" }).click();
    await page.getByRole("listitem", { name: "Gate 1" }).getByRole("button", { name: "Take lane" }).click();
    await page.getByText(olga.email).last().waitFor();
    await page.getByRole("link", { name: "Containers" }).click();
    await rowWith(page, "scanned").getByRole("link").click();
    await page.getByText(`owner ${olga.email}`).waitFor();
    await page.getByRole("img", { name: /Scan of container/ }).waitFor();
    await page.getByRole("button", { name: "Escalate" }).click();
    const dialog = page.getByRole("dialog", { name: /^Escalate/ });
    await dialog.getByLabel("Reason").fill(DAMAGED);
    await operator.context.clearCookies();
    await dialog.getByRole("button", { name: "Escalate" }).click();
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByLabel("Password").fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.waitFor({ state: "detached" });
    expect(await dialog.getByLabel("Reason").inputValue()).toBe(DAMAGED);
    await dialog.getByRole("button", { name: "Escalate" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("escalated").first().waitFor();
    expect(operator.complaints).toEqual([]);
  });

  test("of a supervisor: a firearm in an X-ray picture comes first in the queue, and is held by keys", async () => {
    const { page } = supervisor;
    await acceptInvite(supervisor, links.get(sam.email) ?? "", { name: sam.name, password: PASSWORD });
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByText(DAMAGED).first().waitFor();
    site.drop("x-ray-1.png", "x-ray");
    const first = page.locator(".queue li").first();
    await first.locator(".chip", { hasText: "illegal goods" }).waitFor({ timeout: 60_000 });
    await first.getByRole("link").click();
    await page.getByRole("article").getByText("The scan for illegal goods marks a place as firearm").waitFor();
    // Where the operator's escalation was of the same container, its scan stays until something newer is asked for.
    const newer = page.getByRole("button", { name: "Newer scan: show it" });
    if (await newer.isVisible()) await newer.click();
    await page.getByRole("button", { name: /^Confirm firearm \d+$/ }).click();
    await page.getByRole("button", { name: "Undo" }).first().waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("c");
    await page.getByText("You claimed it").waitFor();
    await page.keyboard.press("2");
    await page.keyboard.press("r");
    await page.keyboard.type(REASON);
    expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe(REASON);
    await takePicture(supervisor, "review");
  });

  test("of a user with a phone: opens the page, types a number with its check digit, adds a photo and a reason", async () => {
    const { page, app } = phone;
    await signIn(phone, { email: olga.email, password: PASSWORD });
    await page.goto(`${app}/phone`);
    await page.getByText(olga.email).waitFor();
    await page.getByLabel("Container number").fill(AT_THE_FENCE);
    await page.getByText("check digit right").waitFor();
    await page.getByLabel("Add a photo", { exact: true }).setInputFiles(site.sample("load-1.jpg"));
    await page.getByRole("img", { name: "Photo 1" }).waitFor();
    await page.getByLabel("Escalate to a supervisor").check();
    await page.getByLabel("Reason").fill(NO_SEAL);
    await takePicture(phone, "phone");
    expect(phone.complaints).toEqual([]);
  });

  test("of both: the site's power fails; text typed and sent during the outage is not lost, and arrives once", async () => {
    const { page } = supervisor;
    const atFence = phone.page.getByRole("listitem", { name: AT_THE_FENCE });
    await site.powerFails();
    await phone.page.getByRole("button", { name: "Send", exact: true }).click();
    await atFence.getByText("waits on this phone").waitFor();
    await page.getByRole("button", { name: "Submit decision" }).click();
    await page.getByText("What you entered is kept").waitFor();
    await site.powerReturns();
    await page.getByText(/Next try in/).waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe(REASON);
    expect(await page.getByRole("radio", { name: /Hold/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Submit decision" }).dblclick();
    await expect.poll(() => decisions()).toEqual([REASON]);
    await atFence.getByText("sent", { exact: true }).waitFor();
    const found = await site.api.get<{ items: { status: string }[] }>(`/v1/containers?q=${AT_THE_FENCE}`);
    expect(found.items).toEqual([expect.objectContaining({ status: "ESCALATED" })]);
    expect([...supervisor.complaints, ...phone.complaints]).toEqual([]);
  });

  test("of two supervisors before one item: who does not have it keeps their words, and sees who has it", async () => {
    await acceptInvite(second, links.get(mia.email) ?? "", { name: mia.name, password: PASSWORD });
    await second.page.getByRole("link", { name: "Review" }).click();
    const number = () => second.page.getByRole("article").getByRole("heading", { level: 2 }).first().innerText();
    const subject = await number();
    await supervisor.page.locator(".queue").getByRole("link", { name: subject }).click();
    await supervisor.page.getByRole("article", { name: subject }).waitFor();
    await second.page.getByRole("textbox", { name: "Reason" }).fill("nothing to see here");
    await supervisor.page.getByRole("button", { name: "Claim", exact: true }).click();
    await second.page.getByText(`${sam.email} claimed it`).waitFor();
    expect(await second.page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("nothing to see here");
    await supervisor.page.getByRole("radio", { name: /Clear/ }).check();
    await supervisor.page
      .getByRole("textbox", { name: "Reason" })
      .fill("the load was moved from another container, by the depot's papers");
    await supervisor.page.getByRole("button", { name: "Submit decision" }).click();
    await expect.poll(() => decisions()).toHaveLength(2);
    expect([...supervisor.complaints, ...second.complaints]).toEqual([]);
  });

  test("of a site manager: the day's numbers, a list for a spreadsheet, and a report to print", async () => {
    const { page } = manager;
    await signIn(manager, { email: mia.email, password: PASSWORD });
    const tile = (name: string) =>
      page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd/strong");
    await expect.poll(async () => Number(await tile("Escalated").first().innerText())).toBeGreaterThanOrEqual(2);
    await page.getByText("Gate 1").first().waitFor();
    await page.getByRole("link", { name: "Containers" }).first().click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const csv = await readFile((await (await download).path()) ?? "", "utf8");
    expect(csv.split("\n").length).toBeGreaterThan(2);
    await page.goto(`${manager.app}/containers?status=HELD`);
    await rowWith(page, "held").getByRole("link").click();
    await page.getByRole("link", { name: "Report" }).click();
    await page.getByText(REASON).first().waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(manager.complaints).toEqual([]);
  });

  test("is shown in pictures: each view of the console at this site", async () => {
    const views = await listViews(site.api);
    await admin.page.goto(`${admin.app}/today`);
    expect((await routesOf(admin)).toSorted()).toEqual(Object.keys(views).toSorted());
    const page = await readFile(VIEWS_PAGE, "utf8");
    const shown = [...page.matchAll(/\(views\/([\w-]+)\.webp\)/g)].map(([, name]) => name);
    expect(await takePictures(admin, views)).toEqual(shown);
    expect(admin.complaints).toEqual([]);
  });

  /** The first container of the list with this status. */
  const rowWith = (page: Person["page"], status: string) =>
    page.locator(".explore-row", { has: page.getByText(status, { exact: true }) }).first();

  const decisions = async () => {
    const { items } = await site.api.get<{ items: { decisionReason: string }[] }>("/v1/escalations?state=RESOLVED");
    return items.map(({ decisionReason }) => decisionReason);
  };
});
