import { sql } from "drizzle-orm";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createMergeWorld } from "../merging/testing.ts";

export const weapon = { class_name: "weapon", confidence: 0.95 };
export const carton = { class_name: "carton", confidence: 0.9, quantity: 4 };

/** A cloud to which a device sends what it saw of passages. */
export async function createPassageWorld() {
  const world = await createMergeWorld();
  const { cloud, dataOf, as, sue, unique } = world;
  const { write, identify } = edgeSender(cloud);
  /** Sends a record of a passage under a number; `minutes` before now. */
  const record = async (
    passageId: string,
    number: string,
    {
      kind = "scans/category",
      minutes = 10,
      ...more
    }: { kind?: string; minutes?: number; [field: string]: unknown } = {},
  ) => {
    const timestamp = new Date(cloud.parts.nowMs() - minutes * 60_000).toISOString();
    const sent = { device_id: "box", camera_id: "gate-1", passage_id: passageId, timestamp, ...more };
    return dataOf(write(kind, number, await scanBody(sent)));
  };
  const list = async (query = "") => (await dataOf(as(sue, "GET", `/passages${query}`))).items;
  return {
    ...world,
    identify,
    record,
    list,
    /** A name for a passage, and the placeholder of its containers. */
    passage: () => {
      const passageId = unique();
      return { passageId, placeholder: `UNIDENTIFIED-lane-1-${passageId}` };
    },
    /** The id of a passage, listed or not. */
    idOf: async (passageId: string) => {
      const { rows } = await cloud.parts.db.execute<{ id: string }>(
        sql`select id from passages where passage_id = ${passageId}`,
      );
      return rows[0]?.id ?? "none";
    },
    find: async (passageId: string, query = "") =>
      (await list(query)).find((one: { passageId: string }) => one.passageId === passageId),
    assign: (
      id: string,
      containerNumber: string,
      { user = sue, ...more }: { user?: typeof sue; position?: string } = {},
    ) => as(user, "POST", `/passages/${id}/assignment`, { containerNumber, ...more }),
    named: (passageId: string, number: string, more: Record<string, unknown> = {}) =>
      dataOf(identify({ container_number: number, device_id: "box", passage_id: passageId, ...more })),
  };
}
