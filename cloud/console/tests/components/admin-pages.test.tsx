import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { type FakeService, fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, row } from "./kit/open-page.tsx";

/** A service with these accounts, which it changes as it is asked to. */
function withUsers(...named: { email: string; role?: "operator" | "admin"; erasedAt?: string }[]): FakeService {
  const service = fakeService();
  const [example] = exampleOf("listUsersV1", 200).data.items;
  const users = named.map((user, index) => ({ ...example!, id: `${example!.id.slice(0, -1)}${index}`, ...user }));
  service.answer("listUsersV1", ({ query }) => {
    const items = users.filter(({ email }) => email.includes(query["q"] ?? ""));
    return { status: 200, body: { success: true, data: { items, nextCursor: null } } };
  });
  service.answer("updateUserV1", ({ path, body }) => {
    const user = users.find(({ id }) => id === path["id"])!;
    Object.assign(user, body);
    return { status: 200, body: { success: true, data: user } };
  });
  return service;
}

test.each(["admin/users", "devices"])(
  "operators see that %s is for administrators, and have no way there",
  async (place) => {
    await openPage(place, { as: "operator" });
    await screen.findByText("Administrators only");
    expect(screen.queryByRole("link", { name: "Admin" })).toBeNull();
  },
);

test("a role is changed after a question, and an account disabled and enabled again", async () => {
  const service = withUsers({ email: "ann@port.example" }, { email: "boss@port.example", role: "admin" });
  const { choose, confirm, press, fill } = await openPage("admin/users", { service });
  await fill("Email or name", "ann@");
  await disappeared(() => screen.queryByRole("row", { name: "boss@port.example" }));
  await choose("Role of ann@port.example", "supervisor");
  await confirm("Change role");
  await screen.findByText("ann@port.example is supervisor now");
  await press("Disable", await row("ann@port.example"));
  await confirm("Disable account");
  await within(await row("ann@port.example")).findByText("disabled");
  await press("Enable", await row("ann@port.example"));
  await disappeared(() => screen.queryByText("disabled"));
  expect(service.asked("updateUserV1").map(({ body }) => body)).toEqual([
    { role: "supervisor" },
    { disabled: true },
    { disabled: false },
  ]);
});

test("a question that is cancelled changes nothing", async () => {
  const service = withUsers({ email: "ann@port.example" });
  const { choose, press, confirm } = await openPage("admin/users", { service });
  await choose("Role of ann@port.example", "supervisor");
  const question = await screen.findByRole("alertdialog");
  await waitFor(() => expect(document.activeElement).toBe(within(question).getByRole("button", { name: "Cancel" })));
  await press("Cancel", question);
  await disappeared(() => screen.queryByRole("alertdialog"));
  expect(screen.getByLabelText<HTMLSelectElement>("Role of ann@port.example").value).toBe("operator");
  await choose("Role of ann@port.example", "admin");
  await confirm("Change role");
  await screen.findByText("ann@port.example is admin now");
  expect(service.asked("updateUserV1").map(({ body }) => body)).toEqual([{ role: "admin" }]);
});

test("the last admin who can sign in keeps the role, and the page explains why", async () => {
  const service = withUsers({ email: "boss@port.example", role: "admin" });
  service.refuse("updateUserV1", 409, "LAST_ADMIN", "This is the last administrator who can sign in.");
  const { choose, confirm } = await openPage("admin/users", { service });
  await choose("Role of boss@port.example", "operator");
  await confirm("Change role");
  await screen.findByText("This is the last administrator who can sign in.");
  expect(screen.getByLabelText<HTMLSelectElement>("Role of boss@port.example").value).toBe("admin");
});

test("an erased account is shown, and nothing offered that would change it", async () => {
  const erasedAt = "2026-11-20T10:00:00.000Z";
  await openPage("admin/users", { service: withUsers({ email: "erased-1@erased.invalid", erasedAt }) });
  const erased = within(await row("erased-1@erased.invalid"));
  expect(erased.getByText("erased")).toBeTruthy();
  expect(erased.queryByRole("button")).toBeNull();
  expect(erased.getByRole<HTMLSelectElement>("combobox").disabled).toBe(true);
});

test("a service is added with a lower-case name, its token shown, replaced and ended", async () => {
  const service = fakeService();
  const made = exampleOf("createServiceAccountV1", 201);
  made.data.account.name = "port-system";
  made.data.token = "first token";
  const list = exampleOf("listServiceAccountsV1", 200);
  list.data.items = [];
  service.answer("listServiceAccountsV1", () => ({ status: 200, body: list }));
  service.answer("createServiceAccountV1", () => {
    list.data.items = [made.data.account];
    return { status: 201, body: made };
  });
  service.answer("issueServiceTokenV1", () => {
    const token = { ...made.data.account.tokens[0]!, id: "01a2185f3bd218cb3f13c079" };
    list.data.items = [{ ...made.data.account, tokens: [token, ...made.data.account.tokens] }];
    return { status: 201, body: { success: true, data: { account: list.data.items[0]!, token: "second token" } } };
  });
  service.answer("endServiceTokenV1", () => {
    list.data.items = [{ ...made.data.account, tokens: list.data.items[0]!.tokens.slice(0, 1) }];
    return { status: 200, body: { success: true, data: list.data.items[0]! } };
  });
  const { fill, press, confirm, user } = await openPage("admin/services", { service });
  await fill("Name of the service", "Port System");
  await press("Add service");
  await screen.findByText("The name must be 1 to 50 lower-case letters", { exact: false });
  expect(service.asked("createServiceAccountV1")).toEqual([]);
  await fill("Name of the service", "port-system");
  await press("Add service");
  await within(await screen.findByRole("region", { name: "The new token" })).findByText("first token");
  await press("New token", await row("port-system"));
  await screen.findByText("second token");
  await user.click((await within(await row("port-system")).findAllByRole("button", { name: "End" }))[1]!);
  await confirm("End token");
  await expect.poll(() => screen.getAllByRole("button", { name: "End" }).length).toBe(1);
  expect(service.asked("endServiceTokenV1")[0]?.path["tokenId"]).toBe(made.data.account.tokens[0]!.id);
  service.answer("updateUserV1", () => {
    list.data.items = [{ ...made.data.account, disabled: true, tokens: [] }];
    return ok(exampleOf("updateUserV1", 200).data);
  });
  await press("Disable", await row("port-system"));
  await confirm("Disable account");
  await within(await row("port-system")).findByText("none");
  expect(service.asked("updateUserV1")[0]?.body).toEqual({ disabled: true });
});

test("the page of emails shows why a mail did not go out, and sends it again", async () => {
  const service = fakeService();
  const list = exampleOf("listEmailJobsV1", 200);
  const job = { ...list.data.items[0]!, to: "bob@example.com", status: "failed" as const, lastError: "550 not taken" };
  list.data.items = [job];
  service.answer("listEmailJobsV1", () => ({ status: 200, body: list }));
  service.answer("retryEmailJobV1", () => {
    list.data.items = [{ ...job, status: "sent", lastError: null, sentAt: job.createdAt }];
    return { status: 200, body: { success: true, data: list.data.items[0]! } };
  });
  const { press } = await openPage("admin/emails", { service });
  const mail = await row("invite to bob@example.com");
  expect(mail.textContent).toMatch(/failed.*not taken/);
  await press("Send again", mail);
  await within(await row("invite to bob@example.com")).findByText("sent");
  expect(within(await row("invite to bob@example.com")).queryByRole("button")).toBeNull();
});

test("the audit log is searched by action and person, and shows the values before and after", async () => {
  const service = fakeService();
  const list = exampleOf("listAuditLogV1", 200);
  const entry = {
    ...list.data.items[0]!,
    actor: { type: "user" as const, id: "01a2185d5f073c73522e2ec5", name: "boss@example.com" },
    action: "user.update",
    subject: { type: "user", id: "01a2185f487e5daf42340bed" },
    before: { role: "operator" },
    after: { role: "supervisor" },
  };
  service.answer("listAuditLogV1", ({ query }) => {
    const items = query["actor"] === "unknown@example.com" ? [] : [entry];
    return { status: 200, body: { success: true, data: { items, nextCursor: null } } };
  });
  const { user, fill, address } = await openPage("admin/audit-log", { service });
  await fill("What was done", "user.update");
  await user.keyboard("{Enter}");
  await screen.findByText("user.update");
  expect(address()).toBe("/admin/audit-log?action=user.update");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("What was done");
  const item = document.querySelector(".audit-item")!;
  expect(item.querySelector("summary")?.textContent).toContain("boss@example.comuser 01a2185f487e5daf42340bed");
  await user.click(item.querySelector("summary")!);
  await screen.findByText("supervisor");
  expect(item.querySelector(".changes")?.textContent).toContain("roleoperatorsupervisor");
  await screen.findByRole("link", { name: /^Open the user / });
  await fill("Who", "unknown@example.com");
  await user.keyboard("{Enter}");
  await screen.findByText("No matching entries.");
});

test.each([
  [false, /no email was sent. Send this link to bob@port.example yourself/],
  [true, /A link was emailed to bob@port.example/],
])("the link of an invite states if it was emailed: %s", async (mailConfigured, text) => {
  const service = fakeService();
  const settings = exampleOf("getNotificationsV1", 200).data;
  service.answer("getNotificationsV1", ok({ ...settings, mailConfigured }).body);
  const made = { ...exampleOf("createInviteV1", 201).data, email: "bob@port.example" };
  service.answer("createInviteV1", () => ({ status: 201, body: { success: true, data: made } }));
  const { fill, press } = await openPage("admin/invites", { service });
  await fill("Email to invite", "bob@port.example");
  await press("Invite");
  expect((await screen.findByText(text)).textContent).toContain("You will not see it again.");
});
