import type { ChainEnd } from "@container-inspection/shared-schemas/device-configurations";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordLinks } from "../../platform/db/tables.ts";
import { isOfChain, type LinkRow } from "./link-store.ts";

/** Maximum number of records that may have overtaken the newest arrival. */
const MAX_OVERTAKEN = 1_000;

type Chain = Pick<LinkRow, "cameraId" | "kind">;
type Device = { edgeDeviceId: string; deviceId: string };

/** The last records of a device's chains; `deviceId` is the name that the device reports. */
export async function findChainEnds(db: DatabaseOrTransaction, device: Device): Promise<ChainEnd[]> {
  const ends: ChainEnd[] = [];
  for (const chain of await listChains(db, device.deviceId)) {
    const end = await findEnd(db, device, chain);
    if (end) ends.push(end);
  }
  return ends;
}

/** The chains of a device, by steps from one to the next in the index: millions of records are in few chains. */
async function listChains(db: DatabaseOrTransaction, deviceId: string): Promise<Chain[]> {
  const first = sql`select camera_id, kind from ${recordLinks} where device_id = ${deviceId}`;
  const { rows } = await db.execute<Chain>(sql`
    with recursive chains as (
      (${first} order by camera_id, kind limit 1)
      union all
      select next.camera_id, next.kind from chains cross join lateral
        (${first} and (camera_id, kind) > (chains.camera_id, chains.kind) order by camera_id, kind limit 1) next
    )
    select camera_id as "cameraId", kind from chains`);
  return rows;
}

/** The record that arrived last, or those after it that had overtaken it on the way. */
async function findEnd(
  db: DatabaseOrTransaction,
  { edgeDeviceId, deviceId }: Device,
  { cameraId, kind }: Chain,
): Promise<ChainEnd | undefined> {
  // Only a device with its own key is replaced by new hardware.
  const isOfOne = isOfChain({ keyDeviceId: edgeDeviceId, deviceId, cameraId, kind });
  const columns = { sequence: recordLinks.sequence, recordSha256: recordLinks.recordSha256 };
  let [end] = await db
    .select(columns)
    .from(recordLinks)
    .where(isOfOne)
    .orderBy(desc(recordLinks.receivedAt), desc(recordLinks.sequence))
    .limit(1);
  for (let hop = 0; end && hop < MAX_OVERTAKEN; hop++) {
    const follows = and(
      isOfOne,
      eq(recordLinks.previousSha256, end.recordSha256),
      ne(recordLinks.recordSha256, end.recordSha256),
    );
    const [next] = await db.select(columns).from(recordLinks).where(follows).limit(1);
    if (!next) break;
    end = next;
  }
  return end && { cameraId, kind, ...end };
}
