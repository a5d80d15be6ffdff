import type { NearMiss } from "@container-inspection/shared-schemas/containers";
import { expect, test } from "vitest";
import type { TestUser } from "../../testing/app.ts";
import { createMergeWorld } from "../merging/testing.ts";

const { ann, bob, sue, as, dataOf, scanned, declare, merge, logOf, read } = await createMergeWorld();
const missesOf = (id: string) => dataOf(as(sue, "GET", `/containers/${id}/near-misses`));

test("a number that differs from expected ones by a likely confusion is shown with them, until a supervisor confirms it", async () => {
  const misread = await scanned(2, { number: "CSQU3054388" });
  expect(await missesOf(misread.id)).toEqual({ confirmation: null, items: [] });
  const right = await scanned(1, { number: "CSQU3054383" });
  await scanned(1, { number: "TGHU7599330" });
  const ofOther = await scanned(1, { number: "CSQU3054385", user: bob });
  expect(await missesOf(misread.id)).toEqual({
    confirmation: null,
    items: [{ containerNumber: right.number, numberCheck: "valid", confusion: "look-alike", containerId: right.id }],
  });
  const seenBy = async (user: TestUser) =>
    (await dataOf(as(user, "GET", `/containers/${right.id}/near-misses`))).items.map(
      ({ containerId }: NearMiss) => containerId,
    );
  expect([await seenBy(sue), await seenBy(ann)]).toEqual([[misread.id, ofOther.id], [misread.id]]);

  const url = `/containers/${misread.id}/number-confirmation`;
  expect((await as(ann, "PUT", url)).status).toBe(403);
  const confirmation = { confirmedAt: expect.any(String), confirmedBy: { id: sue.id, email: sue.email } };
  expect(await dataOf(as(sue, "PUT", url))).toEqual({ confirmation });
  await dataOf(as(sue, "PUT", url));
  expect((await missesOf(misread.id)).confirmation).toEqual(confirmation);
  const logged = { before: { numberConfirmation: null }, after: { numberConfirmation: confirmation } };
  expect(await logOf(`subject=container:${misread.id}&action=container.confirm-number`)).toMatchObject([logged]);

  await dataOf(as(ann, "PUT", `/containers/${misread.id}/container-number`, { containerNumber: "CSQU3054387" }));
  expect((await missesOf(misread.id)).confirmation).toBeNull();
  await dataOf(merge(misread, right));
  expect((await missesOf(right.id)).items).toMatchObject([{ containerId: ofOther.id }]);
});

test("a number that only a manifest has is shown without a container, and the container takes it", async () => {
  const manifest = await declare("MSKU9070323");
  const misread = await scanned(1, { number: "MSKU907O323" });
  const [item] = (await missesOf(misread.id)).items;
  expect(item).toEqual({
    containerNumber: "MSKU9070323",
    numberCheck: "valid",
    confusion: "look-alike",
    containerId: null,
  });
  await dataOf(as(sue, "PUT", `/containers/${misread.id}/container-number`, { containerNumber: item.containerNumber }));
  expect(await read(misread.id)).toMatchObject({ containerNumber: "MSKU9070323", manifestId: manifest.id });
});

test("a manifest that was typed with the letter O, or without the check digit, is named in the report", async () => {
  for (const [number, typed] of [
    ["TSCU9069103", "TSCU9O69103"],
    ["TSUU8283491", "TSUU828349"],
  ] as const) {
    await declare(typed);
    const { id } = await scanned(1, { number });
    expect((await missesOf(id)).items).toMatchObject([{ containerNumber: typed, containerId: null }]);
    const { reasons } = await dataOf(as(sue, "GET", `/containers/${id}/report`));
    const message = `No manifest is attached. A manifest with the similar number ${typed} has no container: check the number.`;
    expect(reasons).toContainEqual(expect.objectContaining({ rule: "no-manifest", verdict: "incomplete", message }));
  }
});

test("the number of a chassis is named as one, and not taken for that of a container", async () => {
  const { id } = await scanned(1, { number: "TSTZ1890338" });
  const { reasons, numberCheck } = await dataOf(as(sue, "GET", `/containers/${id}/report`));
  const message = expect.stringMatching(/^The number is that of a chassis or trailer/);
  expect(numberCheck).toMatchObject({ check: "valid", message });
  expect(reasons).toContainEqual(expect.objectContaining({ rule: "number-check", verdict: "attention", message }));
});
