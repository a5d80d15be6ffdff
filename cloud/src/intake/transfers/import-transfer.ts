import type { FileHandle } from "node:fs/promises";
import { MAX_TRANSFER_BYTES } from "@container-inspection/shared-schemas/transfers";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { findDeviceOfKey } from "../../inspection/provenance/signing-key-store.ts";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { createSpool } from "../../platform/http/spool-body.ts";
import type { DeliveryParts, Needs } from "../parts.ts";
import { deliverRecords } from "./deliver-records.ts";
import { checkTransfer } from "./read-transfer.ts";

const TRANSFER: string = "application/octet-stream";
const JSON_LINES: string = "application/x-ndjson";
/** Each may take 16 GiB of the disk. */
const MAX_AT_ONCE = 2;

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-imports",
  operationId: "importTransferV1",
  tags: ["Edge devices"],
  summary: "Import the records of a device without a connection",
  description:
    "Takes the file that `edge-agent queue transfer` writes, at most 16 GiB, and records what it holds as if the device had delivered it: a " +
    "record that also arrives from the device, or in another file, is recorded once. The file is checked as a whole before anything of it is " +
    "recorded: it must be signed with a key of a device that is not revoked. The reply is the signed acknowledgement for `edge-agent queue " +
    "acknowledge`, with the status of each record. When the reply is truncated, import the file again.",
  request: {
    body: { required: true, content: { [TRANSFER]: { schema: z.string().meta({ format: "binary" }) } } },
  },
  responses: {
    200: { description: "The acknowledgement: lines of JSON", content: { [JSON_LINES]: { schema: z.string() } } },
    ...errors(
      "VALIDATION_ERROR",
      "EDGE_DEVICE_NOT_FOUND",
      "EDGE_DEVICE_REVOKED",
      "PAYLOAD_TOO_LARGE",
      "SERVICE_UNAVAILABLE",
    ),
  },
});

type ImportParts = Needs<"settings" | "db" | "logger" | "nowMs" | "newId"> & DeliveryParts;

export const importTransfer = defineRoute(
  "admin",
  config,
  (parts: ImportParts) => {
    const spoolNext = createSpool(MAX_AT_ONCE);
    return async (c) => {
      const type = c.req.header("Content-Type")?.trim() ?? "";
      if (c.req.header("Content-Encoding") !== undefined || !/^application\/octet-stream\s*(?:;|$)/i.test(type))
        return fail(c, "VALIDATION_ERROR", `Send the transfer file as it is, with Content-Type: ${TRANSFER}.`);
      const handle = await spool(c, parts, spoolNext);
      if ("refusal" in handle) return handle.refusal;
      let isPassedOn = false;
      try {
        const reply = await importFile(c, parts, handle);
        isPassedOn = reply.ok;
        return reply;
      } finally {
        if (!isPassedOn) await handle.close();
      }
    };
  },
  { streamsBody: true },
);

/** The file on the disk of this process, or the refusal of a body that cannot be kept. */
async function spool(
  c: AppContext,
  { settings, newId }: ImportParts,
  spoolNext: ReturnType<typeof createSpool>,
): Promise<FileHandle | { refusal: Response }> {
  const name = `transfer-${newId()}`;
  const spooled = await spoolNext(c, { folder: settings.dataDir, name, maxBytes: MAX_TRANSFER_BYTES });
  if (typeof spooled !== "string") return spooled;
  const refusals = {
    empty: () => refuseFile(c, "it is empty"),
    cut: () => refuseFile(c, "it was truncated on its way"),
    "too-large": () =>
      fail(
        c,
        "PAYLOAD_TOO_LARGE",
        `The file is larger than ${MAX_TRANSFER_BYTES} bytes. Write smaller ones with --records.`,
      ),
    busy: () => {
      c.header("Retry-After", "60");
      return fail(c, "SERVICE_UNAVAILABLE", `${MAX_AT_ONCE} other files are being imported. Try again in a minute.`);
    },
    "disk-full": () =>
      fail(
        c,
        "SERVICE_UNAVAILABLE",
        "The disk of the service has no space for the file. Write smaller ones with --records.",
      ),
  };
  return { refusal: refusals[spooled]() };
}

/** Answers with the acknowledgement, which closes the file at its end; any refusal leaves it open. */
async function importFile(c: AppContext, parts: ImportParts, handle: FileHandle) {
  const checked = await checkTransfer(handle);
  if (!checked.ok) return refuseFile(c, checked.problem);
  const { head, records } = checked;
  const device = await findDeviceOfKey(parts.db, head.signingKey);
  if (!device) {
    const message = `No device has registered the key that signed this file, which "${head.deviceId}" wrote. Register it at the device.`;
    return fail(c, "EDGE_DEVICE_NOT_FOUND", message);
  }
  const { id, name, source, revokedAt } = device;
  if (revokedAt)
    return fail(c, "EDGE_DEVICE_REVOKED", `The device "${name}" was revoked. Its records are not accepted.`);
  const { transferId, writtenAt } = head;
  const after = { transferId, writtenAt, records };
  const subject = { type: "edge-device", id };
  await auditOf(c, parts)(parts.db, { action: "edge-device.import", subject, before: null, after });
  const caller = { device: source === "own-key" ? { id, name } : null };
  const key = openServiceKey(parts.settings);
  const lines = closing(handle, deliverRecords(parts, { handle, head }, { caller, key, nowMs: parts.nowMs() }));
  return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, {
    "Content-Type": JSON_LINES,
    "Content-Disposition": `attachment; filename="acknowledgement-${transferId}.ndjson"`,
    "Cache-Control": "no-store",
  });
}

/** Closes the file when the last line was read, or the reader has left. */
async function* closing(handle: FileHandle, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    await handle.close();
  }
}

const refuseFile = (c: AppContext, problem: string) =>
  fail(c, "VALIDATION_ERROR", `The file is not a valid transfer file: ${problem}.`);
