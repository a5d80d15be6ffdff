import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { addedSecondFactor, confirmAppRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { createSecretSeal } from "../../platform/settings/secret-seal.ts";
import { lockActiveUser } from "../accounts/user-store.ts";
import { stepOfCode } from "./authenticator-app.ts";
import { findChallenge, takeChallenge } from "./challenge-store.ts";
import { addFactor, type ChangeParts } from "./change-factors.ts";
import { plain } from "./recovery-codes.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me/second-factors/app",
  operationId: "addAuthenticatorAppV1",
  tags: ["Users"],
  summary: "Add an authenticator app with its first code",
  description:
    "It replaces an earlier app. The reply to the first second factor holds ten recovery codes, which are not returned again. The other " +
    "sessions of the caller end, and a notice is mailed.",
  request: { body: jsonBody(confirmAppRequest) },
  responses: {
    200: json(successEnvelope(addedSecondFactor), "The app is a second factor"),
    ...errors("VALIDATION_ERROR", "INVALID_CODE", "INVALID_TOKEN"),
  },
});

export const addApp = defineRoute(
  "operator",
  config,
  (parts: ChangeParts & Needs<"db">) => {
    const { db, nowMs, settings } = parts;
    const seal = createSecretSeal(settings.jwtSecret, "authenticator apps");
    return async (c) => {
      const { enrolment, code } = c.req.valid("json");
      const { userId, sessionId } = c.get("caller");
      const audit = auditOf(c, parts);
      return db.transaction(async (tx) => {
        const account = await lockActiveUser(tx, userId);
        const asked = { token: enrolment, purpose: "add-app" as const, userId, now: new Date(nowMs()) };
        const sealedSecret = account && (await findChallenge(tx, asked))?.sealedSecret;
        const secret = sealedSecret && seal.open(sealedSecret, userId);
        if (!account || !secret) return fail(c, "INVALID_TOKEN", "Setting up the app took too long. Start again.");
        const lastStep = stepOfCode(secret, plain(code), { nowMs: nowMs(), lastStep: 0 });
        if (lastStep === undefined)
          return fail(c, "INVALID_CODE", "The code is wrong. Check that the clock of the phone is set automatically.");
        await takeChallenge(tx, asked);
        const factor = { kind: "totp" as const, name: "Authenticator app", sealedSecret, lastStep };
        const added = await addFactor(parts, tx, { account, sessionId, audit, factor });
        if (!added) throw new Error(`the authenticator app of ${userId} could not be stored`);
        return ok(c, added);
      });
    };
  },
  { isOpenBeforeSecondFactor: true },
);
