import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region, textsOf } from "./kit/open-page.tsx";

const webhook = { ...exampleOf("updateWebhookV1", 200).data, enabled: true, disabledReason: null };
const delivery = exampleOf("retryWebhookDeliveryV1", 200).data;
const place = `admin/webhooks/${webhook.id}`;

/** A service with one webhook and these deliveries. */
function withWebhook(deliveries: (typeof delivery)[] = []) {
  const service = fakeService();
  const now = { ...webhook };
  let isThere = true;
  service.answer("listWebhooksV1", () => ok({ items: isThere ? [now] : [], nextCursor: null }));
  service.answer("getWebhookV1", () => ok({ ...now }));
  service.answer("listWebhookDeliveriesV1", ({ query }) => {
    const items = deliveries.filter(({ status }) => !query["status"] || status === query["status"]);
    return ok({ items, nextCursor: null });
  });
  service.answer("updateWebhookV1", ({ body }) => {
    Object.assign(now, body, { updatedAt: new Date(Date.parse(now.updatedAt) + 1_000).toISOString() });
    return ok({ ...now });
  });
  service.answer("deleteWebhookV1", () => {
    isThere = false;
    return { status: 200, body: { success: true, message: "Webhook deleted." } };
  });
  return { service, now };
}

test("a webhook is added once a kind of event is selected, and its secret is shown once", async () => {
  const service = fakeService();
  service.answer("listWebhooksV1", () => ok({ items: [], nextCursor: null }));
  service.answer("createWebhookV1", () => ({ status: 201, body: exampleOf("createWebhookV1", 201) }));
  const { fill, press, user } = await openPage("admin/webhooks", { service });
  await fill("Address", "https://hooks.example.com/1");
  await press("Add webhook");
  await screen.findByText("Select at least one kind of event.");
  await user.click(screen.getByLabelText("recorded"));
  await fill("Description", "Terminal system");
  await press("Add webhook");
  await screen.findByText("your secret goes here");
  expect(service.asked("createWebhookV1").map(({ body }) => body)).toEqual([
    {
      url: "https://hooks.example.com/1",
      format: "live-events",
      events: ["scan.recorded"],
      description: "Terminal system",
    },
  ]);
  await press("Done");
  await disappeared(() => screen.queryByText("your secret goes here"));
});

test("a webhook in the format of a terminal system has no events to choose", async () => {
  const service = fakeService();
  service.answer("listWebhooksV1", () => ok({ items: [], nextCursor: null }));
  service.answer("createWebhookV1", () => ({ status: 201, body: exampleOf("createWebhookV1", 201) }));
  const { fill, press, user } = await openPage("admin/webhooks", { service });
  await fill("Address", "https://terminal.example.com/events");
  await user.selectOptions(screen.getByLabelText("Format"), "dcsa");
  expect(screen.queryByLabelText("recorded")).toBeNull();
  await press("Add webhook");
  await screen.findByText("your secret goes here");
  expect(service.asked("createWebhookV1").map(({ body }) => body)).toEqual([
    { url: "https://terminal.example.com/events", format: "dcsa" },
  ]);
});

test("the receiver's response is shown, and an event sent again", async () => {
  const failed: typeof delivery = {
    ...delivery,
    attempts: 1,
    lastStatusCode: 503,
    lastError: "It answered 503: closed for the night",
  };
  const deliveries = [failed];
  const { service } = withWebhook(deliveries);
  service.answer("retryWebhookDeliveryV1", () => {
    deliveries[0] = { ...failed, status: "delivered", attempts: 2, lastStatusCode: 204, lastError: null };
    return ok(deliveries[0]);
  });
  const { choose, press, user } = await openPage(place, { service });
  const rows = async () => textsOf("tbody tr", await region("Deliveries"));
  await screen.findByText("It answered 503: closed for the night");
  expect((await rows())[0]).toContain("pending503");
  await choose("Status", "failed");
  await screen.findByText("No deliveries with this status.");
  await choose("Status", "pending");
  await press("Send again", await region("Deliveries"));
  await screen.findByText("No deliveries with this status.");
  await choose("Status", "");
  await within(await region("Deliveries")).findByText("delivered");
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  await user.click(await within(await region("Deliveries")).findByText("webhook.test"));
  expect(textsOf("pre", await region("Deliveries"))[0]).toContain('"type": "webhook.test"');
});

test("only what an admin has changed is sent, so that the change of another one stays", async () => {
  const { service, now } = withWebhook();
  const { fill, press, user, readAgain } = await openPage(place, { service });
  await user.click(await screen.findByText("Settings"));
  await fill("Description", "Yard system");
  Object.assign(now, { events: ["escalation.raised"], updatedAt: new Date().toISOString() });
  await readAgain();
  await screen.findByText("escalation.raised");
  await press("Save changes");
  await expect.poll(() => service.asked("updateWebhookV1").at(-1)?.body).toEqual({ description: "Yard system" });
  await expect.poll(() => now.description).toBe("Yard system");
  await press("Select all");
  await user.click(screen.getByLabelText("seen"));
  await press("Save changes");
  await expect.poll(() => now.events.length).toBeGreaterThan(10);
  expect(Object.keys(service.asked("updateWebhookV1").at(-1)?.body)).toEqual(["events"]);
  expect(now.events).not.toContain("camera.seen");
});

test("a new secret is shown next to the remaining validity of the previous one", async () => {
  const { service, now } = withWebhook();
  service.answer("rotateWebhookSecretV1", () => {
    now.previousSecretEndsAt = new Date(Date.now() + 86_400_000).toISOString();
    return ok({ ...now, secret: "whsec_new" });
  });
  const { press, confirm } = await openPage(place, { service });
  await press("New secret");
  await confirm("Create secret");
  await screen.findByText("whsec_new");
  expect(await screen.findByText(/signed with the new and the previous secret/)).toBeTruthy();
});

test("a webhook is disabled, which takes the test away, and deleted", async () => {
  const { service } = withWebhook();
  const { press, confirm } = await openPage(place, { service });
  await press("Disable");
  await confirm("Disable webhook");
  await disappeared(() => screen.queryByRole("button", { name: "Send test event" }));
  await press("Delete");
  await confirm("Delete webhook");
  expect(await screen.findByText(/^No webhooks yet/)).toBeTruthy();
});

test("a webhook that another admin has deleted is shown no longer", async () => {
  const { service } = withWebhook();
  const { readAgain } = await openPage(place, { service });
  await screen.findByRole("button", { name: "Send test event" });
  service.refuse("getWebhookV1", 404, "WEBHOOK_NOT_FOUND", "Webhook not found.");
  await readAgain();
  await screen.findByText("This webhook cannot be shown");
  expect(screen.queryByRole("button", { name: "Send test event" })).toBeNull();
});

test("a webhook whose format has lost its settings states that it sends nothing, in the list and by itself", async () => {
  const { service, now } = withWebhook();
  Object.assign(now, { format: "dcsa", missingSettings: ["TRADE_PARTY", "TRADE_LOCATION"] });
  const sentence =
    "The service lacks the settings TRADE_PARTY, TRADE_LOCATION: events of this time are not sent later.";
  const { user } = await openPage("admin/webhooks", { service });
  await screen.findByText("sends nothing");
  screen.getByText(sentence);
  await user.click(screen.getByRole("link", { name: webhook.url }));
  await screen.findByRole("heading", { name: webhook.url });
  expect(screen.getByText(sentence).textContent).toBe(sentence);
});
