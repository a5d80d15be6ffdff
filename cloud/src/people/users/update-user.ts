import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { type UpdateUserRequest, updateUserRequest, user } from "@container-inspection/shared-schemas/users";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { announceEnd, deleteSessionsOf } from "../accounts/session-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { hasOtherAdmin, lockAdmins, updateAccount } from "../accounts/account-store.ts";
import { presentUser } from "./present-user.ts";
import { lockUser, type User } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/users/{id}",
  operationId: "updateUserV1",
  tags: ["Admin"],
  summary: "Change an account's role, disable it, or enable it again",
  description:
    "Omitted fields do not change. The change takes effect immediately: a new role applies to the next request, and disabling ends all " +
    "sessions, which enabling does not restore. The last administrator who can sign in keeps that right. An account that was erased at the person's request cannot be " +
    "changed. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(updateUserRequest) },
  responses: {
    200: json(successEnvelope(user), "The account"),
    ...errors("VALIDATION_ERROR", "USER_NOT_FOUND", "LAST_ADMIN", "ACCOUNT_ERASED", "PRECONDITION_FAILED"),
  },
});

export const updateUser = defineRoute(
  "admin",
  config,
  ({ db, settings, newId, nowMs }: Needs<"db" | "settings" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        await lockAdmins(tx);
        const found = await lockUser(tx, id);
        if (!found) return fail(c, "USER_NOT_FOUND", "Account not found.");
        if (found.isService && wanted.role === "admin")
          return fail(c, "VALIDATION_ERROR", "A service cannot be an administrator.", [
            { path: "role", message: "must not be admin: this is the account of a service" },
          ]);
        const before = presentUser(found);
        if (!ifMatchHolds(c, before))
          return fail(c, "PRECONDITION_FAILED", "The account has changed since it was read. Read it again.");
        if (found.erasedAt)
          return fail(
            c,
            "ACCOUNT_ERASED",
            "This account was erased at the person's request and stays disabled. Invite the person again for a new one.",
          );
        const { edgeDefaultUserEmail } = settings;
        if (losesAdmin(found, wanted) && !(await hasOtherAdmin(tx, { id, edgeDefaultUserEmail })))
          return fail(
            c,
            "LAST_ADMIN",
            "This is the last administrator who can sign in. Make another user an administrator first.",
          );
        const after = presentUser(await change(tx, found, wanted, new Date(nowMs())));
        await audit(tx, { action: "user.update", subject: { type: "user", id }, before, after });
        return okWithEtag(c, after);
      });
    },
);

function losesAdmin({ role, disabledAt }: User, wanted: UpdateUserRequest): boolean {
  const isAdmin = role === "admin" && disabledAt === null;
  return isAdmin && (wanted.disabled === true || (wanted.role ?? role) !== "admin");
}

async function change(tx: DatabaseOrTransaction, found: User, wanted: UpdateUserRequest, now: Date): Promise<User> {
  const { id, role, disabledAt } = found;
  const { disabled = disabledAt !== null } = wanted;
  if ((wanted.role ?? role) === role && disabled === (disabledAt !== null)) return found;
  if (disabled) await deleteSessionsOf(tx, id);
  else await announceEnd(tx, id);
  const changes = { role: wanted.role ?? role, disabledAt: disabled ? (disabledAt ?? now) : null, updatedAt: now };
  return updateAccount(tx, id, changes);
}
