import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { assignPassageRequest, isPlaceholderNumber, passage } from "@container-inspection/shared-schemas/passages";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { mustStay } from "../record/container-rules.ts";
import { openContainer } from "../record/open-container.ts";
import { HeldContainerError, type LockedMove, lockMove, ManifestConflictError, movePassage } from "./move-passage.ts";
import { failForeign, maySeePassage, ownerAsked } from "./passage-access.ts";
import { findNamed } from "./passage-list-store.ts";
import { findPassageName, findPositions, lockPassage, updatePosition } from "./passage-store.ts";
import { presentPassages } from "./present-passages.ts";

const config = createRoute({
  method: "post",
  path: "/v1/passages/{id}/assignment",
  operationId: "assignPassageV1",
  tags: ["Passages"],
  summary: "Name the container of a passage",
  description:
    "Everything that was recorded of the passage moves to the container of the number, which is created where it does not " +
    "exist: scans with their verdicts, photos, and open escalations that rest on them. Records that arrive afterwards follow. " +
    "A container that stood for this passage alone becomes that one, or is merged into it with all that is of it. Decisions stay where they were " +
    "taken; from a container that is held by a decision or by law, nothing moves. Both visits are judged again. Another " +
    "assignment takes back what devices recorded of the passage, and the escalations that rest on it; what else was merged " +
    "(photos and scans of users, manifests, escalations that a person raised) stays where it is, for a person to move. With " +
    "the placeholder, the passage is unidentified again. For users who may rename the containers: operators own all of them, and none must be cleared first.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(assignPassageRequest) },
  responses: {
    200: json(successEnvelope(passage), "The passage as it is now"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "PASSAGE_NOT_FOUND", "CONTAINER_NOT_FOUND"),
    ...errors("CONTAINER_HELD", "MANIFEST_CONFLICT"),
  },
});

type AssignParts = Needs<"settings" | "db" | "jobs" | "matchRules" | "nowMs" | "newId">;

export const assignPassage = defineRoute("operator", config, (parts: AssignParts) => async (c) => {
  const { id } = c.req.valid("param");
  const { containerNumber: number, position } = c.req.valid("json");
  try {
    return await parts.db.transaction(async (tx) => {
      const name = await findPassageName(tx, id);
      if (!name) return fail(c, "PASSAGE_NOT_FOUND", "Passage not found.");
      await lockPassage(tx, name);
      const caller = c.get("caller");
      const [known] = await findNamed(tx, [name]);
      if (known && !maySeePassage(caller, known)) return failForeign(c);
      const all = await findPositions(tx, name);
      const positions = position === undefined ? all : all.filter((one) => one.position === position);
      if (positions.length === 0) {
        const details = [{ path: "position", message: "must be a position of the passage" }];
        return fail(c, "VALIDATION_ERROR", "The body is not valid.", details);
      }
      const isWhole = positions.length === all.length;
      const move = await lockMove(tx, { passage: name, positions, isWhole, isMoved: () => true }, number);
      const refusal = await refuseMove(c, tx, move);
      if (refusal) return refusal;
      await assign(c, tx, parts, move);
      const [shown] = await presentPassages(tx, await findNamed(tx, [name]), { ownerId: ownerAsked(caller) });
      if (!shown) throw new Error(`the passage ${id} vanished in the transaction that holds it`);
      return ok(c, shown);
    });
  } catch (error) {
    if (error instanceof ManifestConflictError) {
      const message = "Both containers have manifests for this visit. Detach those of one container first.";
      return fail(c, "MANIFEST_CONFLICT", message);
    }
    if (!(error instanceof HeldContainerError)) throw error;
    const message = `The container ${error.containerNumber} is held: its hold must be lifted before records leave it.`;
    return fail(c, "CONTAINER_HELD", message);
  }
});

/** Each container is opened as for a new number: the caller may see it, and for operators none must stay. */
async function refuseMove(c: AppContext, tx: DatabaseOrTransaction, { sources, target }: LockedMove) {
  for (const one of [...sources, ...(target ? [target] : [])]) {
    const { refusal } = await openContainer(c, tx, { id: one.container.id, find: async () => one });
    if (refusal) return refusal;
  }
  const kept = c.get("caller").role === "operator" && sources.find(({ container }) => mustStay(container));
  if (!kept) return undefined;
  const { containerNumber } = kept.container;
  return fail(
    c,
    "CONTAINER_HELD",
    `The container ${containerNumber} must stay: only a supervisor can move its records.`,
  );
}

async function assign(c: AppContext, tx: DatabaseOrTransaction, parts: AssignParts, move: LockedMove): Promise<void> {
  const nowMs = parts.nowMs();
  const audit = auditOf(c, parts);
  const { userId } = c.get("caller");
  const { visitGapMs } = parts.settings;
  const { number, positions, target } = move;
  const needsMove = move.sources.length > 0 || target === undefined;
  const moved = needsMove ? await movePassage(tx, { ...parts, audit, userId, visitGapMs, nowMs }, move) : target;
  const containerId = moved.container.id;
  // A placeholder takes a name back: the device may find out the number after all.
  const change = isPlaceholderNumber(number.key)
    ? { containerId, numberKey: number.key, isUnidentified: true, assignedById: null, assignedAt: null }
    : { containerId, isUnidentified: false, assignedById: userId, assignedAt: new Date(nowMs) };
  for (const { id } of positions) await updatePosition(tx, id, change);
  const [first] = positions;
  if (!first) return;
  await audit(tx, {
    action: "passage.assign",
    subject: { type: "passage", id: first.id },
    before: { positions: positions.map(({ position, holderId }) => ({ position, containerId: holderId })) },
    after: {
      positions: positions.map(({ position }) => ({ position, containerId: moved.container.id })),
      ...numberOf(number),
      moved: move.records.length,
    },
  });
}

const numberOf = ({ text }: ContainerNumber) => ({ containerNumber: text });
