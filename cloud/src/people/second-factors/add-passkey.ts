import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { addedSecondFactor, addPasskeyRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import { lockActiveUser } from "../accounts/user-store.ts";
import { takeChallenge } from "./challenge-store.ts";
import { addFactor, type ChangeParts } from "./change-factors.ts";
import { challengeIn, checkNewPasskey } from "./passkeys.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/me/second-factors/passkeys",
  operationId: "addPasskeyV1",
  tags: ["Users"],
  summary: "Add a passkey",
  description:
    "The reply to the first second factor holds ten recovery codes, which are not returned again. The other sessions of the caller end, and " +
    "a notice is mailed.",
  request: { body: jsonBody(addPasskeyRequest) },
  responses: {
    201: json(successEnvelope(addedSecondFactor), "The passkey is a second factor"),
    ...errors("VALIDATION_ERROR", "INVALID_TOKEN", "PASSKEY_REFUSED"),
  },
});

export const addPasskey = defineRoute(
  "operator",
  config,
  (parts: ChangeParts & Needs<"db">) => async (c) => {
    const { db, settings, nowMs } = parts;
    const { name, passkey } = c.req.valid("json");
    const { userId, sessionId } = c.get("caller");
    const audit = auditOf(c, parts);
    const challenge = challengeIn(passkey) ?? "";
    return db.transaction(async (tx) => {
      const account = await lockActiveUser(tx, userId);
      const asked = { token: challenge, purpose: "add-passkey" as const, userId, now: new Date(nowMs()) };
      if (!account || !(await takeChallenge(tx, asked)))
        return fail(c, "INVALID_TOKEN", "Adding the passkey took too long. Start again.");
      const checked = await checkNewPasskey(settings, { passkey, challenge });
      const factor = checked && { kind: "passkey" as const, name, ...checked };
      const added = factor && (await addFactor(parts, tx, { account, sessionId, audit, factor }));
      if (!added) return fail(c, "PASSKEY_REFUSED", "The passkey does not fit this service, or was added already.");
      return created(c, added);
    });
  },
  { isOpenBeforeSecondFactor: true },
);
