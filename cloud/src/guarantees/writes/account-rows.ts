import { createECDH, randomBytes } from "node:crypto";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import type { WriteRows } from "./write-rows.ts";
import { PASSWORD } from "./write-world.ts";

const NEW_PASSWORD = "quite another password";
const LATER = "A job does what depends on the account, and logs the link that it mails.";
const person = { name: "Ann", password: PASSWORD };
const anonymous = "anonymous" as const;

/** Accounts, invites, mails, devices, the category map and rule sets. */
export const accountRows: WriteRows = {
  "POST /v1/user/auth/email/login": {
    done: async ({ withPassword }) => ({
      as: anonymous,
      body: { email: (await withPassword()).email, password: PASSWORD },
    }),
    // A wrong password leaves a job, which puts it into the log where there is an account.
    refused: async () => ({ as: anonymous, body: { email: 5, password: PASSWORD } }),
  },
  "POST /v1/user/auth/email/register": {
    done: async ({ invite }) => ({ as: anonymous, body: { ...person, token: (await invite()).token } }),
    refused: async () => ({ as: anonymous, body: { ...person, token: "unknown" } }),
  },
  "POST /v1/user/auth/email/verify": {
    done: async ({ linkToken }) => ({ as: anonymous, body: { token: await linkToken("verify-email") } }),
    refused: async () => ({ as: anonymous, body: { token: "unknown" } }),
  },
  "POST /v1/user/auth/email/forgot-password": {
    notLogged: LATER,
    done: async ({ ann }) => ({ as: anonymous, body: { email: ann.email } }),
  },
  "PUT /v1/user/auth/email/change-password": {
    done: async ({ linkToken }) => ({
      as: anonymous,
      body: { token: await linkToken("password-reset"), password: PASSWORD },
    }),
    refused: async () => ({ as: anonymous, body: { token: "unknown", password: PASSWORD } }),
  },
  "PUT /v1/user/me": {
    done: async ({ ann, unique }) => ({ as: ann, body: { name: unique("Ann") } }),
    refused: async ({ ann }) => ({ as: ann, body: { name: " " } }),
  },
  "PUT /v1/user/me/notifications": {
    done: async ({ ann }) => ({ as: ann, body: { alerts: ["device-silent"] } }),
    refused: async ({ ann }) => ({ as: ann, body: { alerts: ["records-broken"] } }),
  },
  "PUT /v1/user/me/email": {
    done: async ({ withPassword, unique }) => ({
      as: await withPassword(),
      body: { email: `${unique("new")}@example.com`, currentPassword: PASSWORD },
    }),
    refused: async ({ withPassword, ann }) => ({
      as: await withPassword(),
      body: { email: ann.email, currentPassword: PASSWORD },
    }),
  },
  "PUT /v1/user/me/password": {
    done: async ({ withPassword }) => ({
      as: await withPassword(),
      body: { currentPassword: PASSWORD, password: NEW_PASSWORD },
    }),
    refused: async ({ withPassword }) => ({
      as: await withPassword(),
      body: { currentPassword: NEW_PASSWORD, password: NEW_PASSWORD },
    }),
  },
  "PUT /v1/user/me/saved-views": {
    done: async ({ sue, unique }) => ({ as: sue, body: { name: unique("view"), search: "?source=illegal" } }),
    refused: async ({ sue }) => ({ as: sue, body: { name: "view", search: "source" } }),
  },
  "DELETE /v1/user/me/saved-views/{id}": {
    done: async ({ sue, make, unique }) => {
      const body = { name: unique("view"), search: "?source=illegal" };
      const { id } = await make(sue, "PUT", "/user/me/saved-views", body);
      return { as: sue, params: { id } };
    },
    refused: async ({ sue }) => ({ as: sue }),
  },

  "POST /v1/invites/{token}/accept": {
    done: async ({ invite }) => ({ as: anonymous, params: { token: (await invite()).token }, body: person }),
    refused: async () => ({ as: anonymous, params: { token: "unknown" }, body: person }),
  },
  "POST /v1/admin/invites": {
    done: async ({ admin, unique }) => ({
      as: admin,
      body: { email: `${unique("guest")}@example.com`, role: "operator" },
    }),
    refused: async ({ admin, ann }) => ({ as: admin, body: { email: ann.email, role: "operator" } }),
  },
  "DELETE /v1/admin/invites/{id}": {
    done: async ({ admin, invite }) => ({ as: admin, params: { id: (await invite()).id } }),
    refused: async ({ admin, invite, make }) => {
      const { id } = await invite();
      await make(admin, "DELETE", `/admin/invites/${id}`);
      return { as: admin, params: { id } };
    },
  },
  "POST /v1/admin/service-accounts": {
    done: async ({ admin, unique }) => ({ as: admin, body: { name: unique("service"), role: "operator" } }),
    refused: async ({ admin, unique, make }) => {
      const body = { name: unique("service"), role: "operator" };
      await make(admin, "POST", "/admin/service-accounts", body);
      return { as: admin, body };
    },
  },
  "POST /v1/admin/service-accounts/{id}/tokens": {
    done: async ({ admin, service }) => ({ as: admin, params: { id: (await service()).id }, body: {} }),
    refused: async ({ admin, ann }) => ({ as: admin, params: { id: ann.id }, body: {} }),
  },
  "DELETE /v1/admin/service-accounts/{id}/tokens/{tokenId}": {
    done: async ({ admin, service }) => ({ as: admin, params: await service() }),
    refused: async ({ admin, service }) => ({ as: admin, params: { ...(await service()), tokenId: "unknown" } }),
  },
  "POST /v1/admin/email-jobs/{id}/retry": {
    done: async ({ admin, emailJob }) => ({ as: admin, params: { id: await emailJob() } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "PUT /v1/admin/users/{id}": {
    done: async ({ admin, withPassword }) => ({
      as: admin,
      params: { id: (await withPassword()).id },
      body: { role: "supervisor" },
    }),
    refused: async ({ admin }) => ({ as: admin, body: { role: "supervisor" } }),
  },

  "PUT /v1/admin/category-map": {
    done: async ({ admin }) => ({ as: admin, body: { map: { ...bundledMap, quantityTolerance: 0.2 } } }),
    refused: async ({ admin }) => ({ as: admin, body: { map: { ...bundledMap, classes: [] } } }),
  },

  "POST /v1/rule-sets": {
    done: async ({ admin }) => ({ as: admin, body: { rules: bundledRuleSet, note: "as it is" } }),
    refused: async ({ admin }) => ({ as: admin, body: { note: "nothing" } }),
  },
  "POST /v1/rule-sets/{version}/withdraw": {
    done: async ({ admin, candidate }) => ({ as: admin, params: { version: await candidate() } }),
    refused: async ({ admin }) => ({ as: admin, params: { version: "1" } }),
  },
  "POST /v1/rule-sets/{version}/activate": {
    done: async ({ signIn, replayed }) => ({ as: await signIn("admin"), params: { version: await replayed() } }),
    refused: async ({ admin, candidate }) => ({ as: admin, params: { version: await candidate() } }),
  },
  "POST /v1/rule-sets/{version}/replay": {
    done: async ({ admin, candidate }) => ({ as: admin, params: { version: await candidate() }, body: { days: 1 } }),
    refused: async ({ admin }) => ({ as: admin, params: { version: "1" }, body: { days: 1 } }),
  },

  "POST /v1/admin/webhooks": {
    done: async ({ admin }) => ({ as: admin, body: { url: "https://hooks.example.com/1", events: ["scan.recorded"] } }),
    refused: async ({ admin }) => ({ as: admin, body: { url: "https://10.0.0.1/", events: ["scan.recorded"] } }),
  },
  "PUT /v1/admin/webhooks/{id}": {
    done: async ({ admin, webhook }) => ({ as: admin, params: { id: await webhook() }, body: { enabled: false } }),
    refused: async ({ admin }) => ({ as: admin, body: { enabled: false } }),
  },
  "DELETE /v1/admin/webhooks/{id}": {
    done: async ({ admin, webhook }) => ({ as: admin, params: { id: await webhook() } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/admin/webhooks/{id}/rotate-secret": {
    done: async ({ admin, webhook }) => ({ as: admin, params: { id: await webhook() } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/admin/webhooks/{id}/test": {
    done: async ({ admin, webhook }) => ({ as: admin, params: { id: await webhook() } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/admin/webhooks/{id}/deliveries/{deliveryId}/retry": {
    done: async ({ admin, webhook, make }) => {
      const id = await webhook();
      const { id: deliveryId } = await make(admin, "POST", `/admin/webhooks/${id}/test`);
      return { as: admin, params: { id, deliveryId } };
    },
    refused: async ({ admin, webhook }) => ({ as: admin, params: { id: await webhook() } }),
  },

  "POST /v1/devices/register": {
    done: async ({ ann, device }) => ({ as: ann, body: device() }),
    refused: async ({ ann, device }) => ({ as: ann, body: { ...device(), platform: "palm" } }),
  },
  "DELETE /v1/devices/unregister": {
    done: async ({ ann, device, make }) => {
      const { deviceId } = await make(ann, "POST", "/devices/register", device());
      return { as: ann, body: { deviceId } };
    },
    refused: async ({ ann }) => ({ as: ann, body: { deviceId: "unknown" } }),
  },

  "POST /v1/user/me/push-subscriptions": {
    done: async ({ ann }) => ({ as: ann, body: subscription() }),
    refused: async ({ ann }) => ({ as: ann, body: { ...subscription(), endpoint: "https://10.0.0.1/push" } }),
  },
  "DELETE /v1/user/me/push-subscriptions/{id}": {
    done: async ({ ann, make }) => {
      const { id } = await make(ann, "POST", "/user/me/push-subscriptions", subscription());
      return { as: ann, params: { id } };
    },
    refused: async ({ ann }) => ({ as: ann, params: { id: "unknown" } }),
  },
};

/** A subscription as browsers make them, each with its own endpoint. */
function subscription() {
  const browser = createECDH("prime256v1");
  const keys = { p256dh: browser.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  return { endpoint: `https://push.example.com/${keys.auth}`, keys, name: "Chromium, Linux" };
}
