import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPassageWorld } from "./testing.ts";

const { cloud, sue, as, dataOf, record, passage, find, declare, unique } = await createPassageWorld();

type Suggestion = { containerNumber: string; reason: string };
const suggest = async (passageId: string, query = ""): Promise<Suggestion[]> => {
  const { id } = await find(passageId);
  return (await dataOf(as(sue, "GET", `/passages/${id}/suggestions${query}`))).items;
};

test("similar numbers are suggested in the order of how likely they are taken for the number that was read", async () => {
  const [swapped, other, read] = ["TGHU7599388", "GGHU7599338", "TGHU7599338"];
  for (const number of [other, swapped]) await declare(number);
  const { passageId } = passage();
  await record(passageId, read);
  await record(passageId, unique(), { minutes: 9 });
  const near = (await suggest(passageId)).filter(({ reason }) => reason === "near");
  expect(near.map(({ containerNumber }) => containerNumber)).toEqual([swapped, other]);
});

test("a manifest waits for its container as long here as for the devices, 180 days", async () => {
  const [old, older] = ["MSKU9070323", "MSKU9070318"];
  for (const [number, days] of [
    [old, 179],
    [older, 181],
  ] as const) {
    const { id } = await declare(number);
    await cloud.parts.db.execute(
      sql`update manifests set updated_at = updated_at - make_interval(days => ${days}) where id = ${id}`,
    );
  }
  const { passageId, placeholder } = passage();
  await record(passageId, placeholder);
  const awaited = (await suggest(passageId, "?part=sku9070")).map((one) => [one.containerNumber, one.reason]);
  expect(awaited).toEqual([[old, "expected"]]);
});
