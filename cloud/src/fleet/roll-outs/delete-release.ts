import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRelease } from "./present-release.ts";
import { deletePieces } from "./release-pieces.ts";
import { findRelease, removeRelease } from "./release-store.ts";
import { holdRollOuts } from "./roll-out-store.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/releases/{id}",
  operationId: "deleteReleaseV1",
  tags: ["Roll-outs"],
  summary: "Delete a version that was never rolled out",
  description:
    "Deletes its file, too. A version that a roll-out names stays, even if that roll-out has ended: the list of roll-outs shows which devices ran it. " +
    "The same version may be uploaded again.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The version was deleted"),
    ...errors("RELEASE_NOT_FOUND", "RELEASE_IN_USE"),
  },
});

export const deleteRelease = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "storage" | "nowMs" | "newId">) => async (c) => {
    const { id } = c.req.valid("param");
    const { db, storage } = parts;
    const outcome = await db.transaction(async (tx) => {
      await holdRollOuts(tx);
      const found = await findRelease(tx, id);
      if (!found) return "unknown";
      if (!(await removeRelease(tx, id))) return "in-use";
      const { settings: _settings, ...before } = presentRelease(found);
      const subject = { type: "release", id };
      await auditOf(c, parts)(tx, { action: "release.delete", subject, before, after: null });
      return found.release;
    });
    if (outcome === "unknown") return fail(c, "RELEASE_NOT_FOUND", "No release has this id.");
    if (outcome === "in-use") return fail(c, "RELEASE_IN_USE", "A roll-out names this version, so it is kept.");
    // What cannot be deleted now, the search for orphans deletes.
    await deletePieces(storage, outcome);
    return okMessage(c, "Version deleted.");
  },
);
