import { describe, expect, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { drawJpeg, edgeSender } from "./testing.ts";

// What devices read beside the container number: size-types, and the numbers of seals.
const cloud = await createTestApp();
const { write, scan, identify } = edgeSender(cloud);
const ann = await cloud.signIn("operator", "ann@example.com");
const body = { image: (await drawJpeg()).toString("base64"), user_email: ann.email, detections: [] };
const as = (method: string, url: string, sent?: unknown) =>
  cloud.send(method, `/v1${url}`, { headers: ann.authorization, body: sent });
const sizeTypeOf = async (id: string) => (await as("GET", `/containers/${id}`)).body.data.sizeType;

describe("a size-type that a device reads", () => {
  test("is compared with the manifest; without one, a note states that none was read", async () => {
    const declared = { containerNumber: "MSKU9070323", containerType: "45R1", status: "VALIDATED" };
    expect((await as("POST", "/manifests", declared)).status).toBe(201);
    const rulesOf = (reply: Awaited<ReturnType<typeof scan>>) =>
      reply.body.data.manifestMatch.findings.map(({ severity, rule }: Record<string, string>) => `${severity} ${rule}`);
    const unread = await scan("MSKU9070323", body);
    expect(rulesOf(unread)).toContain("info size-type-not-read");
    const read = await scan("MSKU9070323", { ...body, size_type: " 22g1 " });
    expect(rulesOf(read)).toContain("warning size-type-mismatch");
    expect(rulesOf(read)).not.toContain("info size-type-not-read");
    expect(await sizeTypeOf(read.body.data.containerId)).toBe("22G1");
  });

  test("comes with every kind of write, the newest stays, and invalid values change nothing", async () => {
    const made = await scan("CSQU3054383", { ...body, size_type: "22G1" });
    const { containerId } = made.body.data;
    expect(await sizeTypeOf(containerId)).toBe("22G1");
    for (const unclear of ["2ZG1", "not read", null]) await scan("CSQU3054383", { ...body, size_type: unclear });
    expect(await sizeTypeOf(containerId)).toBe("22G1");
    await write("scans/defect", "CSQU3054383", { ...body, size_type: "45R1" });
    expect(await sizeTypeOf(containerId)).toBe("45R1");
    await write("evidence", "CSQU3054383", { ...body, size_type: "42G1" });
    expect(await sizeTypeOf(containerId)).toBe("42G1");
    const sent = { container_number: "CSQU3054383", size_type: "22U1" };
    expect((await identify(sent)).status).toBe(200);
    expect(await sizeTypeOf(containerId)).toBe("22U1");
  });
});

test("the number of a seal arrives with its detection, is stored and compared", async () => {
  const goods = [{ description: "Coffee", hsCode: "090111", packageCode: "SA", sealNumber: "ML1234567" }];
  await as("POST", "/manifests", { containerNumber: "TGHU7599330", declaredGoods: goods, status: "VALIDATED" });
  const seal = { class_name: "seal", confidence: 0.9, text: "ML1234599" };
  const reply = await scan("TGHU7599330", { ...body, detections: [seal] });
  expect(reply.body.data.categoryScan.detections).toMatchObject([{ className: "seal", text: "ML1234599" }]);
  expect(reply.body.data.manifestMatch).toMatchObject({ lane: "red" });
  expect(reply.body.data.manifestMatch.findings).toContainEqual(
    expect.objectContaining({ rule: "seal-number", severity: "critical", observed: "ML1234599", lines: [1] }),
  );
});
