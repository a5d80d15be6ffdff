import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { identifyData, identifyQuery } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { failWithoutAi } from "./fail-without-ai.ts";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { imageBody, readImageBody } from "../../platform/images/read-image-body.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { findContainerByNumber } from "../record/container-store.ts";
import { makeContainer } from "./make-container.ts";
import { presentContainer } from "../record/present-container.ts";
import { readExpectedNumber } from "./read-expected-number.ts";
import type { Needs } from "../parts.ts";

/** A user waits for the reply: longer than any model takes for one picture. */
const DEADLINE_MS = 15_000;

const config = createRoute({
  method: "post",
  path: "/v1/containers/identify",
  operationId: "identifyContainerV1",
  tags: ["Containers"],
  summary: "Read the container number from a picture, and find or create the container",
  description:
    "The body is one image, as for a scan; it is not stored. A container that is created belongs to the caller. Where no " +
    "number can be read, or the text is not a container number, `containerNumber` is null; `candidates` then lists what was " +
    "read and is too doubtful, and `reason` why; expected numbers, as on open manifests, are preferred. An unknown number with a wrong " +
    "check digit was probably misread: no container is created, and `container` is null; where the number is right, " +
    "register the container by hand. Operators get 403 for a container of another user. While the AI service is " +
    "unavailable, or has no model that reads numbers, the reply is 503 with Retry-After. With `create=false` the number is " +
    "read and its container found, and none is created.",
  request: { query: identifyQuery, body: imageBody },
  responses: {
    200: json(successEnvelope(identifyData), "What was read, and the container"),
    ...errors("VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "FORBIDDEN", "AI_SERVICE_UNAVAILABLE"),
  },
});

export const identifyContainer = defineRoute(
  "operator",
  config,
  ({ db, ai, matchRules, newId, nowMs }: Needs<"db" | "ai" | "matchRules" | "newId" | "nowMs">) =>
    async (c) => {
      const caller = c.get("caller");
      const isOnlyRead = c.req.valid("query").create === "false";
      const image = await readImageBody(c);
      if (!image.ok) return fail(c, "INVALID_IMAGE_FORMAT", image.problem);
      const asked = { task: "identify" as const, ...image.picture, deadlineMs: DEADLINE_MS };
      const reading = await readExpectedNumber({ db, ai, nowMs }, asked);
      if (reading.kind === "invalid-image")
        return fail(c, "INVALID_IMAGE_FORMAT", "The AI service cannot decode this image. Send it as a JPEG or PNG.");
      if (reading.kind === "failed") return failWithoutAi(c, reading.message);
      const candidates =
        (reading.number ?? reading.unread)?.candidates.map(({ text, confidence }) => ({
          containerNumber: text,
          confidence,
        })) ?? [];
      const number = reading.number ? parseContainerNumber(reading.number.text) : undefined;
      if (!reading.number || !number) {
        const nothing = { containerNumber: null, numberCheck: null, confidence: null, container: null, created: false };
        return ok(c, { ...nothing, candidates, reason: reading.unread?.reason ?? null });
      }
      const read = { containerNumber: number.text, numberCheck: number.check, confidence: reading.number.confidence };
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const known = await findContainerByNumber(tx, number.key);
        const isMisread = number.check === "bad-check-digit";
        const request = { number, ownerId: caller.userId, audit, matchRules, newId, nowMs: nowMs() };
        const made = known || isMisread || isOnlyRead ? undefined : await makeContainer(tx, request);
        // If none was found, another request may have created the container concurrently.
        const found = known ?? made ?? (await findContainerByNumber(tx, number.key));
        if (found && !maySeeContainer(caller, found.container))
          return fail(c, "FORBIDDEN", `The container ${number.text} belongs to another user.`);
        const container = found ? presentContainer(found) : null;
        return ok(c, { ...read, candidates, reason: null, container, created: made !== undefined });
      });
    },
);
