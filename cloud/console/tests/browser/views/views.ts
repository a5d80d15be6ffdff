import type { Page } from "playwright-core";
import type { createRecord } from "./record.ts";

export type Shown = Awaited<ReturnType<typeof createRecord>>;
/** The name of a control in the language of the page, for its English name. */
export type NameOf = (english: string) => string | RegExp;
type Open = (page: Page, nameOf: NameOf) => Promise<unknown>;
export type View = {
  /** The address under /app/. */
  place: string;
  /** The content of the view once it has the record: data of it, or a text of the console, with its placeholders. */
  shows: string | RegExp | { text: string };
  /** Opens a menu or a dialog. */
  open?: Open;
  isSignedOut?: true;
};

const press =
  (name: string): Open =>
  (page, nameOf) =>
    page
      .getByRole("button", { name: nameOf(name) })
      .first()
      .click();
const confirming =
  (name: string): Open =>
  async (page, nameOf) => {
    await press(name)(page, nameOf);
    await page.getByRole("alertdialog").waitFor();
  };
const inDialog =
  (name: string): Open =>
  async (page, nameOf) => {
    await press(name)(page, nameOf);
    await page.getByRole("dialog").waitFor();
  };
const action =
  (name: string): Open =>
  async (page, nameOf) => {
    await press("Actions")(page, nameOf);
    await page.getByRole("menuitem", { name: nameOf(name) }).click();
    await page.getByRole("dialog").waitFor();
  };
const newBox: Open = async (page, nameOf) => {
  await page.getByRole("group", { name: nameOf("Picture: plus and minus zoom, arrows move, 0 resets") }).press("b");
  await page.keyboard.press("Enter");
  await page.locator(".handle").first().waitFor();
};
const menu: Open = async (page, nameOf) => {
  await press("Actions")(page, nameOf);
  await page.getByRole("menuitem", { name: nameOf("Case file") }).waitFor();
};
const palette: Open = async (page, nameOf) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: nameOf("View, container number or action") }).waitFor();
  await page.getByRole("option").first().waitFor();
};

type Views = (shown: Shown) => View[];

/** The pages before the sign-in. */
const OUTSIDE: Record<string, Views> = {
  "/sign-in": () => [{ place: "sign-in", shows: { text: "Forgot your password?" }, isSignedOut: true }],
  "/invite": ({ inviteToken }) => [
    {
      place: `invite#token=${inviteToken}`,
      shows: { text: "{0} invites you as {1}. You will sign in as <0>{2}</0>." },
      isSignedOut: true,
    },
  ],
  "/reset-password": () => [
    { place: "reset-password", shows: { text: "Mail me a link" }, isSignedOut: true },
    { place: "reset-password#token=any", shows: { text: "Set a new password" }, isSignedOut: true },
  ],
  "/verify-email": () => [{ place: "verify-email#token=any", shows: { text: "Confirm" }, isSignedOut: true }],
};

const INSPECTION: Record<string, Views> = {
  "/today": () => [
    { place: "today?range=week", shows: "CSQU3054383" },
    { place: "today?range=week", shows: "CSQU3054383", open: palette },
  ],
  "/containers": () => [
    { place: "containers", shows: "CSQU3054383" },
    { place: "containers?view=grid", shows: "CSQU3054383" },
    { place: "containers", shows: "CSQU3054383", open: inDialog("Add container") },
  ],
  "/containers/$id": ({ containerId }) => [
    { place: `containers/${containerId}`, shows: "Cartons of shoes", open: menu },
    { place: `containers/${containerId}`, shows: "Cartons of shoes", open: action("Scan a picture") },
    { place: `containers/${containerId}`, shows: "Shoes, and a drum.", open: action("Record examination") },
    { place: `containers/${containerId}`, shows: "Cartons of shoes", open: newBox },
    { place: `containers/${containerId}?tab=manifest`, shows: "Kaffee, Meyer & Co" },
    { place: `containers/${containerId}?tab=evidence`, shows: { text: "Photo: JPEG, PNG, WebP or TIFF" } },
    { place: `containers/${containerId}?tab=history`, shows: { text: "Timeline" } },
  ],
  "/containers/$id/report": ({ containerId }) => [
    { place: `containers/${containerId}/report`, shows: "Cartons of shoes" },
  ],
  "/manifests": () => [{ place: "manifests", shows: "HLCU2" }],
  "/manifests/new": () => [{ place: "manifests/new", shows: { text: "Create manifest" } }],
  "/manifests/import": () => [{ place: "manifests/import", shows: { text: "Import manifests" } }],
  "/manifests/$id": ({ manifestId }) => [
    { place: `manifests/${manifestId}`, shows: "Cartons of shoes" },
    { place: `manifests/${manifestId}?tab=history`, shows: { text: "changed it" } },
  ],
  "/manifests/$id/edit": ({ manifestId }) => [
    { place: `manifests/${manifestId}/edit`, shows: { text: "Save changes" } },
  ],
  "/review": ({ escalationId }) => [
    { place: "review", shows: { text: "{names} is viewing" } },
    { place: `review?id=${escalationId}`, shows: { text: "Open container" } },
    { place: "review?source=illegal", shows: { text: "Delete view" } },
    { place: "review?source=alert", shows: { text: "Save view" } },
    { place: "review", shows: { text: "Open container" }, open: inDialog("Keys") },
  ],
  "/passages": () => [
    { place: "passages", shows: { text: "Before it" } },
    { place: "passages", shows: { text: "Before it" }, open: inDialog("Keys") },
    { place: "passages?show=Assigned", shows: { text: "No vehicle has been named by a person yet." } },
  ],
  "/escalations": () => [{ place: "escalations?show=All", shows: "BOX-3" }],
  "/escalations/$id": ({ escalationId }) => [
    { place: `escalations/${escalationId}`, shows: { text: "<0>{0}</0> is viewing this escalation now." } },
  ],
  "/phone": () => [{ place: "phone", shows: { text: "Photograph the number" } }],
  "/rules": () => [{ place: "rules", shows: "weapons from 0.8" }],
};

const SITES: Record<string, Views> = {
  "/cameras": () => [{ place: "cameras", shows: "north-1" }],
  "/cameras/$cameraId": ({ cameraId }) => [{ place: `cameras/${cameraId}`, shows: { text: "Mean confidence" } }],
  "/sites": () => [{ place: "sites", shows: "north-1" }],
  "/shifts": () => [{ place: "shifts", shows: { text: "End shift" } }],
  "/devices": () => [{ place: "devices", shows: "Gate 2" }],
  "/devices/$id": ({ deviceId }) => [{ place: `devices/${deviceId}`, shows: "connection refused" }],
};

const ADMIN: Record<string, Views> = {
  "/account": () => [
    { place: "account", shows: { text: "this one" } },
    { place: "account", shows: { text: "Change password" }, open: inDialog("Add an authenticator app") },
  ],
  "/admin/users": () => [
    { place: "admin/users", shows: "admin@localhost" },
    { place: "admin/users", shows: "admin@localhost", open: confirming("Disable") },
    { place: "admin/users", shows: "admin@localhost", open: inDialog("Sessions of admin@localhost") },
  ],
  "/admin/services": () => [{ place: "admin/services", shows: "port-system" }],
  "/admin/invites": () => [{ place: "admin/invites", shows: "bob@example.com" }],
  "/admin/emails": () => [{ place: "admin/emails", shows: "bob@example.com" }],
  "/admin/roll-outs": () => [{ place: "admin/roll-outs", shows: { text: "{running} of {0} run it" } }],
  "/admin/push-deliveries": () => [{ place: "admin/push-deliveries", shows: "phone-1" }],
  "/admin/webhooks": () => [{ place: "admin/webhooks", shows: "Terminal system" }],
  "/admin/webhooks/$id": ({ webhookId }) => [{ place: `admin/webhooks/${webhookId}`, shows: "It answered 503" }],
  "/admin/category-map": () => [{ place: "admin/category-map", shows: "crate" }],
  "/admin/audit-log": () => [{ place: "admin/audit-log", shows: "webhook.test" }],
};

/** The views at each route of the console, each with something to show; a mere redirection has none. */
export const VIEWS: Record<string, Views> = {
  ...OUTSIDE,
  ...INSPECTION,
  ...SITES,
  ...ADMIN,
  "/$": () => [{ place: "no-such-page", shows: { text: "Page not found" } }],
  "/": () => [],
  "/admin/": () => [],
};
