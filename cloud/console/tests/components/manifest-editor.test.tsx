import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage } from "./kit/open-page.tsx";

const example = exampleOf("getManifestV1", 200).data;
const kept = {
  ...example,
  containerId: null,
  billOfLading: "HLCU1",
  vessel: { name: "Ever", any: 1 },
  declaredGoods: [{ description: "Drums of oil", hsCode: "2710", marks: "none" }, { description: "Tea" }],
} as typeof example;

/** A service with one manifest, whose versions have tags as the service gives them. */
function withManifest(changed: Partial<typeof example> = {}) {
  const service = fakeService();
  const now = { ...kept, ...changed };
  let version = 1;
  const tagged = () => ({ ...ok({ ...now }), headers: { ETag: `"${version}"` } });
  const change = (body: Partial<typeof example>) => {
    version += 1;
    Object.assign(now, body);
  };
  service.answer("getManifestV1", tagged);
  service.answer("updateManifestV1", ({ headers, body }) => {
    const error = { code: "PRECONDITION_FAILED" as const, message: "It has changed since.", requestId: "1" };
    if (headers.get("If-Match") !== `"${version}"`) return { status: 412, body: { success: false, error } };
    change(body);
    return { ...tagged(), ...ok({ ...now, notUnderstood: [] }) };
  });
  return { service, now, change };
}
const edit = `manifests/${example.id}/edit`;
const bill = () => screen.findByLabelText<HTMLInputElement>("Bill of lading");

test("only what differs is sent, and the fields that the form does not know stay", async () => {
  const { service } = withManifest();
  const { fill, press, user } = await openPage(edit, { service });
  await fill("Bill of lading", "HLCU2");
  await press("Remove line 2");
  await press("Add line");
  await user.keyboard("Paper");
  await press("Save changes");
  await screen.findByRole("heading", { name: "HLCU2" });
  expect(service.asked("updateManifestV1").map(({ body }) => body)).toEqual([
    {
      billOfLading: "HLCU2",
      declaredGoods: [{ description: "Drums of oil", hsCode: "2710", marks: "none" }, { description: "Paper" }],
    },
  ]);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft"))).toEqual([]);
  await press("Undo");
  await screen.findByText("Undone");
  expect(service.asked("updateManifestV1").at(-1)?.body).toEqual({
    billOfLading: "HLCU1",
    declaredGoods: kept.declaredGoods,
  });
});

test("a version that another user has saved is shown, and the changes applied to it; neither is overwritten", async () => {
  const { service, now, change } = withManifest();
  const { fill, press, reload } = await openPage(edit, { service });
  await fill("Bill of lading", "HLCU2");
  change({ vessel: { name: "Given" }, status: "VALIDATED" });
  await press("Save changes");
  const newer = async () => screen.findByRole("alert", { name: "Newer version" });
  await within(await newer()).findByText("Given");
  expect(now.billOfLading).toBe("HLCU1");
  reload();
  await newer();
  expect((await bill()).value).toBe("HLCU2");
  await press("Apply my changes to it");
  await disappeared(() => screen.queryByRole("alert", { name: "Newer version" }));
  await press("Save changes");
  await screen.findByRole("heading", { name: "HLCU2" });
  expect(now).toMatchObject({ billOfLading: "HLCU2", vessel: { name: "Given" }, status: "VALIDATED" });
});

test("changes are discarded after a question", async () => {
  const { service } = withManifest();
  const { fill, press, confirm } = await openPage(edit, { service });
  await fill("Bill of lading", "HLCU2");
  await press("Discard changes");
  await confirm("Discard changes");
  await screen.findByRole("heading", { name: "HLCU1" });
  expect(service.asked("updateManifestV1")).toEqual([]);
});

test("a preview of the match is of the changes that the form has now, and saves nothing", async () => {
  const { service } = withManifest({ containerId: "01a2185f3eac31aa110c366f" });
  service.answer("previewManifestMatchV1", exampleOf("previewManifestMatchV1", 200));
  const { choose, press } = await openPage(edit, { service });
  await choose("Status", "REJECTED");
  await press("Preview match");
  await screen.findByText(/^Nothing to compare/, { selector: "p.faint" });
  expect(service.asked("previewManifestMatchV1")[0]?.body).toEqual({ status: "REJECTED" });
  await choose("Status", "VALIDATED");
  await disappeared(() => document.querySelector("form p.faint:not(.small)"));
  expect(service.asked("updateManifestV1")).toEqual([]);
});

test("a new manifest is checked before it is sent", async () => {
  const service = fakeService();
  service.answer("createManifestV1", ({ body }) => ({
    status: 201,
    body: { success: true, data: { ...example, containerId: null, ...body, notUnderstood: [] } },
  }));
  service.answer("getManifestV1", ok({ ...example, containerId: null, billOfLading: "HLCU3" }).body);
  const { fill, press } = await openPage("manifests/new", { service });
  await fill("Bill of lading", "HLCU3");
  await fill(/^Container number/, "?");
  await press("Create manifest");
  await screen.findByText(/The container number must be 1 to 64/);
  expect(service.asked("createManifestV1")).toEqual([]);
  await fill(/^Container number/, "");
  await press("Create manifest");
  await screen.findByRole("heading", { name: "HLCU3" });
  expect(service.asked("createManifestV1")[0]?.body).toEqual({ billOfLading: "HLCU3" });
  expect(screen.queryByRole("region", { name: "Saved with values that were not understood" })).toBeNull();
});

test("values that were saved and not understood are named on the manifest's page", async () => {
  const service = fakeService();
  const notUnderstood = [
    { path: "declaredGoods.0.hsCode", text: "tea", message: "is not an HS code" },
    { path: "weight.gross", text: "5.200,5,1 KGM", message: "is not a mass" },
  ];
  const made = { ...example, containerId: null, billOfLading: "HLCU4" };
  service.answer("createManifestV1", () => ({
    status: 201,
    body: { success: true, data: { ...made, notUnderstood } },
  }));
  service.answer("getManifestV1", ok(made).body);
  const { fill, press } = await openPage("manifests/new", { service });
  await fill("Bill of lading", "HLCU4");
  await press("Create manifest");
  const card = within(await screen.findByRole("region", { name: "Saved with values that were not understood" }));
  card.getByText("Goods: HS code “tea” is not an HS code.");
  expect(card.getByText("Weight: gross “5.200,5,1 KGM” is not a mass.").closest("li")).not.toBeNull();
  await press("Close");
  await disappeared(() => screen.queryByText("Goods: HS code “tea” is not an HS code."));
});
