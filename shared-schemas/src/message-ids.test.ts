import { expect, test } from "vitest";
import { z } from "zod";
import { deviceConfigurationRequest } from "./device-configurations.ts";
import { heartbeatData, heartbeatRequest, joinData, joinRequest } from "./heartbeats.ts";
import { releaseManifest, wantedRelease } from "./releases.ts";
import { streamEventsRequest } from "./tracking.ts";
import { acknowledgedRecord, acknowledgementHead, transferHead, transferRecord } from "./transfers.ts";
import { edgeVerdictsData } from "./verdicts.ts";

/** Messages and files that a device, the cloud or an AI service reads from another one, which it need not trust. */
const RECEIVED = {
  heartbeatRequest,
  heartbeatData,
  joinRequest,
  joinData,
  edgeVerdictsData,
  deviceConfigurationRequest,
  transferHead,
  transferRecord,
  acknowledgementHead,
  acknowledgedRecord,
  wantedRelease,
  releaseManifest,
  streamEventsRequest,
};
/** Ids that are only compared and stored; a device that wrote strange ones before must not lose its events. */
const COMPARED_ONLY = new Set(["event_id"]);
const HOSTILE = ["a\nb", "a\u001b[2J", "a\u2028b", "\u0000", "\r", "x".repeat(201)];

type Found = { at: string; schema: z.ZodType };

/** The schemas of all ids inside a schema. */
function idsIn(schema: unknown, at: string, isId = false): Found[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, value]) =>
      idsIn(value, `${at}.${key}`, /^ids?$|Ids?$|_ids?$/.test(key) && !COMPARED_ONLY.has(key)),
    );
  if (schema instanceof z.ZodArray) return idsIn(schema.element, at, isId);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => idsIn(option, at, isId));
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((each) => idsIn(each, at, isId));
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  if (isWrapped || schema instanceof z.ZodCatch) return idsIn(schema.unwrap(), at, isId);
  return isId && schema instanceof z.ZodString ? [{ at, schema }] : [];
}

test.each(Object.entries(RECEIVED))("every id of %s is one line that controls nothing", (name, schema) => {
  const found = idsIn(schema, name);
  const open = found.flatMap(({ at, schema: id }) =>
    HOSTILE.filter((text) => id.safeParse(text).success).map(
      (text) => `${at} takes ${JSON.stringify(text.slice(0, 10))}`,
    ),
  );
  expect(open).toEqual([]);
  for (const { at, schema: id } of found)
    expect([at, id.safeParse("0192f0a1b2c3d4e5f6a7b8c9").success]).toEqual([at, true]);
});

test("the walk finds ids in lists, in optional fields and in unions", () => {
  const at = (name: keyof typeof RECEIVED) => idsIn(RECEIVED[name], name).map((found) => found.at);
  expect(at("edgeVerdictsData")).toEqual([
    "edgeVerdictsData.verdicts.visitId",
    "edgeVerdictsData.verdicts.containerId",
    "edgeVerdictsData.verdicts.cameraIds",
    "edgeVerdictsData.verdicts.scanId",
  ]);
  expect(at("heartbeatRequest")).toContain("heartbeatRequest.device_id");
  expect(at("joinData")).toEqual(expect.arrayContaining(["joinData.deviceId", "joinData.chainEnds.cameraId"]));
});
