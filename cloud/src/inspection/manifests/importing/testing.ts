import type { ManifestImport } from "@container-inspection/shared-schemas/manifests";
import { expect } from "vitest";
import type { TestApp, TestUser } from "../../../testing/app.ts";

export const JSON_LINES = "application/x-ndjson";

/** Lines of a file as spreadsheets end them. */
export const lines = (...rows: string[]) => rows.join("\r\n");

/** An error of a line, of which the message holds `part`. */
export const wrong = (path: string, part: string) => ({
  code: "VALIDATION_ERROR",
  path,
  message: expect.stringContaining(part),
});

/** Sends files of manifests; by default CSV, as `user`. */
export function manifestImporter(cloud: TestApp, user: TestUser) {
  /** Sends a file as it is. */
  const upload = async (body: string | Uint8Array<ArrayBuffer>, type = "text/csv", sender = user, headers = {}) => {
    const init = { method: "POST", headers: { ...sender.authorization, "Content-Type": type, ...headers }, body };
    const reply = await cloud.app.request("/v1/manifests/import", init);
    return { status: reply.status, body: JSON.parse(await reply.text()) };
  };
  /** Sends a file that is taken. */
  const imported = async (body: string, type = "text/csv", sender = user): Promise<ManifestImport> => {
    const reply = await upload(body, type, sender);
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    return reply.body.data;
  };
  return { upload, imported };
}
