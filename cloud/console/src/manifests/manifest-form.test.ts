import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { expect, test } from "vitest";
import { formOf, formSchema, goodsRowOf, type ManifestForm, rebase, requestOf } from "./manifest-form.ts";

const manifest: Manifest = {
  id: "m1",
  containerNumber: "CSQU3054383",
  numberCheck: "valid",
  billOfLading: "HLCU1",
  vessel: { name: "Ever", any: [1] },
  origin: null,
  destination: null,
  shipper: { partyName: "Meyer", address: { city: "Hamburg" } },
  consignee: null,
  declaredGoods: [
    {
      description: "Coffee",
      hsCode: "090111",
      numberOfPackages: 300,
      marks: "none",
      grossWeight: { value: 18, unit: "TNE" },
    },
    { description: "Tea" },
  ],
  containerType: "22G1",
  weight: { gross: 12_000 },
  status: "DRAFT",
  containerId: null,
  createdBy: { id: "u1", email: "ann@example.com" },
  createdAt: "2026-11-23T10:00:00.000Z",
  updatedAt: "2026-11-23T10:00:00.000Z",
};
const base = { data: manifest, etag: '"1"' };

const changed = (texts: Record<string, string>, form: ManifestForm = formOf(base)): ManifestForm => ({
  ...form,
  texts: { ...form.texts, ...texts },
});

test("a form without changes sends nothing", () => {
  expect(requestOf(formOf(base))).toEqual({});
  expect(requestOf(formOf(null))).toEqual({});
});

test("a change sends only its own field, and keeps values that the form does not show", () => {
  expect(requestOf(changed({ "vessel-name": "Given" }))).toEqual({ vessel: { name: "Given", any: [1] } });
  expect(requestOf(changed({ "shipper-partyName": "", "shipper-address-city": "" }))).toEqual({ shipper: null });
  expect(requestOf(changed({ billOfLading: " ", status: "VALIDATED" }))).toEqual({
    billOfLading: null,
    status: "VALIDATED",
  });
  expect(requestOf(changed({ "weight-gross-value": "12500" }))).toEqual({
    weight: { gross: { value: 12_500, unit: "KGM" } },
  });
  expect(requestOf(changed({ "weight-net-value": "1,5" }))).toEqual({
    weight: { gross: 12_000, net: { value: "1,5", unit: "KGM" } },
  });
});

test("lines of goods are added, removed and changed, and keep values that the form does not show", () => {
  const form = formOf(base);
  const [coffee] = form.goods;
  const edited = { ...coffee!, texts: { ...coffee!.texts, numberOfPackages: "280" } };
  const added = goodsRowOf(null, 2);
  const rice = { ...added, texts: { ...added.texts, description: "Rice", "dangerousGoods-unNumber": "1263" } };
  expect(requestOf({ ...form, goods: [edited, rice] })).toEqual({
    declaredGoods: [
      { ...manifest.declaredGoods?.[0], numberOfPackages: 280 },
      { description: "Rice", dangerousGoods: { unNumber: "1263" } },
    ],
  });
  expect(requestOf({ ...form, goods: [] })).toEqual({ declaredGoods: [] });
});

test("problems are those of the form's fields", () => {
  const issues = formSchema.safeParse(changed({ containerNumber: "?", billOfLading: "x".repeat(201) })).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([
    ["texts", "containerNumber"],
    ["texts", "billOfLading"],
  ]);
});

test("changes are applied to a newer version, and what both changed is named", () => {
  const newer = {
    data: { ...manifest, vessel: { name: "Newer" }, shipper: null, declaredGoods: [{ description: "Tea" }] },
    etag: '"2"',
  };
  const mine = changed({ "vessel-name": "Given", containerType: "45G1" });
  const { form, conflicts } = rebase(mine, newer);
  expect(conflicts).toEqual(["vessel.name"]);
  expect(requestOf(form)).toEqual({ vessel: { name: "Given" }, containerType: "45G1" });
  expect(rebase({ ...mine, goods: [] }, newer).conflicts).toEqual(["vessel.name", "declaredGoods"]);
  expect(rebase(formOf(base), newer)).toEqual({ form: formOf(newer), conflicts: [] });
});
