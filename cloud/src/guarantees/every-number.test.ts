import { CONTAINER_NUMBER_FORM } from "@container-inspection/shared-schemas/container-number";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../intake/testing.ts";
import { createTestApp } from "../testing/app.ts";

const cloud = await createTestApp();
const admin = await cloud.signIn("admin");
const { write, identify } = edgeSender(cloud);
const as = (method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: admin.authorization });
const { id } = (await as("POST", "/containers", { containerNumber: "NAMED 1" })).body.data;
const manifestId = (await as("POST", "/manifests", { billOfLading: "B1" })).body.data.id;
const scan = await scanBody();
const importing = async (type: string, body: string) => {
  const headers = { ...admin.authorization, "Content-Type": type };
  const response = await cloud.app.request("/v1/manifests/import", { method: "POST", body, headers });
  return JSON.parse(await response.text());
};

const routes: Record<string, (number: string) => Promise<{ status: number; body: { error: unknown } }>> = {
  "making a container": (number) => as("POST", "/containers", { containerNumber: number }),
  "renumbering a container": (number) => as("PUT", `/containers/${id}/container-number`, { containerNumber: number }),
  "making a manifest": (number) => as("POST", "/manifests", { containerNumber: number }),
  "changing a manifest": (number) => as("PUT", `/manifests/${manifestId}`, { containerNumber: number }),
  "finding manifests": (number) => as("GET", `/manifests?containerNumber=${encodeURIComponent(number)}`),
  "an edge identification": (number) => identify({ container_number: number }),
};
const underPaths = ["scans/category", "scans/defect", "scans/illegal", "evidence"];
const numbers = [".", "..", "-", "/", "_", "- /", " .. "];
/** A client resolves these in a path before it sends: no server can see them there. */
const sendable = numbers.filter((number) => ![".", ".."].includes(number));

describe("a container number without a letter or digit", () => {
  test.each(Object.entries(routes))("is a 400 when %s, and leaves nothing", async (_name, send) => {
    for (const number of numbers) {
      const { status, body } = await send(number);
      expect([number, status, body.error]).toMatchObject([
        number,
        400,
        { code: "VALIDATION_ERROR", details: [{ message: CONTAINER_NUMBER_FORM }] },
      ]);
    }
  });

  test.each(underPaths)("is a 400 in the path of an edge write of %s", async (kind) => {
    for (const number of sendable) {
      const { status, body } = await write(kind, number, scan);
      expect([number, status, body.error.details[0].message]).toEqual([number, 400, CONTAINER_NUMBER_FORM]);
    }
  });

  test("fails its line of an imported file", async () => {
    for (const number of numbers) {
      const csv = await importing("text/csv", `billOfLading,containerNumber\nB2,${number}\n`);
      const line = JSON.stringify({ billOfLading: "B2", containerNumber: number });
      const lines = await importing("application/x-ndjson", `${line}\n`);
      for (const { data } of [csv, lines])
        expect([number, data.lines]).toMatchObject([
          number,
          [{ outcome: "failed", errors: [{ path: "containerNumber" }] }],
        ]);
    }
  });

  test("was stored nowhere", async () => {
    const { rows } = await cloud.parts.db.execute(sql`
      select number_key from containers union select number_key from manifests where number_key is not null`);
    expect(rows).toEqual([{ number_key: "NAMED 1" }]);
  });
});
