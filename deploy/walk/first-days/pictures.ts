import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { CloudApi } from "../../demo/cloud-api.ts";
import type { Person } from "./site.ts";

const folder = path.resolve(import.meta.dirname, "../../docs/views");
/** Rarely more than 60 kB a picture; text stays sharp. */
const QUALITY = 82;

/**
 * The pictures by route: a file name, and the address under /app/, without which the walk has taken the picture on its
 * way. Routes without a picture have nothing to show.
 */
type Views = Record<string, { name: string; place?: string } | null>;

/** The views of the console at this site. */
export async function listViews(api: CloudApi): Promise<Views> {
  const first = async (route: string) => (await api.get<{ items: { id: string }[] }>(route)).items[0]?.id ?? "";
  const held = await first("/v1/containers?status=HELD");
  const manifest = await first("/v1/manifests");
  const escalation = await first("/v1/escalations");
  const device = await first("/v1/admin/edge-devices");
  const webhook = await first("/v1/admin/webhooks");
  const at = (name: string, place = name) => ({ name, place });
  return {
    "/today": at("today"),
    "/containers": at("containers"),
    "/containers/$id": at("container", `containers/${held}`),
    "/containers/$id/report": at("report", `containers/${held}/report`),
    "/manifests": at("manifests"),
    "/manifests/$id": at("manifest", `manifests/${manifest}`),
    "/manifests/$id/edit": at("manifest-editor", `manifests/${manifest}/edit`),
    "/manifests/import": at("manifest-import", "manifests/import"),
    "/review": { name: "review" },
    "/passages": at("passages"),
    "/escalations": at("escalations", "escalations?show=All"),
    "/escalations/$id": at("escalation", `escalations/${escalation}`),
    "/phone": { name: "phone" },
    "/cameras": at("cameras"),
    "/cameras/$cameraId": at("camera", "cameras/gate-1-top"),
    "/sites": at("sites"),
    "/shifts": at("shifts"),
    "/rules": at("rules"),
    "/devices": at("devices"),
    "/devices/$id": at("device", `devices/${device}`),
    "/account": at("account"),
    "/admin/users": at("users", "admin/users"),
    "/admin/services": at("services", "admin/services"),
    "/admin/invites": at("invites", "admin/invites"),
    "/admin/emails": at("emails", "admin/emails"),
    "/admin/roll-outs": at("roll-outs", "admin/roll-outs"),
    "/admin/push-deliveries": at("push-deliveries", "admin/push-deliveries"),
    "/admin/webhooks": at("webhooks", "admin/webhooks"),
    "/admin/webhooks/$id": at("webhook", `admin/webhooks/${webhook}`),
    "/admin/category-map": at("category-map", "admin/category-map"),
    "/admin/audit-log": at("audit-log", "admin/audit-log"),
    "/sign-in": null,
    "/": null,
    "/$": null,
    "/admin/": null,
    "/invite": null,
    "/reset-password": null,
    "/verify-email": null,
    "/manifests/new": null,
  };
}

/** The routes that the console has. */
export const routesOf = ({ page }: Person): Promise<string[]> =>
  page.evaluate(
    "Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)",
  );

/** Takes a picture of what this person sees. */
export async function takePicture({ page, context }: Person, name: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, "base64"));
  await session.detach();
}

/** Takes the picture of each view as this person sees it; the names of all pictures that there are now, in order. */
export async function takePictures(person: Person, views: Views): Promise<string[]> {
  const { page, app } = person;
  const shown = Object.values(views).filter((view) => view !== null);
  for (const { name, place } of shown) {
    if (place === undefined) continue;
    await page.goto(`${app}/${place}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("load");
    // Plots and pictures follow the page, those of cameras once the device knows that the page is open.
    await page.waitForTimeout(name.startsWith("camera") ? 8_000 : 2_000);
    await takePicture(person, name);
  }
  const names = shown.map(({ name }) => name);
  for (const file of readdirSync(folder)) if (!names.includes(path.parse(file).name)) rmSync(path.join(folder, file));
  return names;
}
