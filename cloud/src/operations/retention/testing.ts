import type { TestApp } from "../../testing/app.ts";
import { workers } from "../../workers.ts";
import type { MayGoOn } from "./maintenance-work.ts";
import { deleteExpired, retention } from "./retention.ts";

/** Deletes expired records, without pictures, and returns the number of each kind. */
export async function deleteExpiredRows({ parts }: Pick<TestApp, "parts">, mayGoOn: MayGoOn = async () => true) {
  const { pictures: _pictures, sitePictures: _ofSites, ...rows } = retention;
  return (await deleteExpired(rows, { ...parts, workers }, mayGoOn)).deleted;
}

/** Deletes pictures past their retention, and returns the number of their records. */
export async function deleteExpiredPictures({ parts }: Pick<TestApp, "parts">, mayGoOn: MayGoOn = async () => true) {
  const { pictures, sitePictures } = retention;
  const { deleted } = await deleteExpired({ pictures, sitePictures }, { ...parts, workers }, mayGoOn);
  return (deleted["pictures"] ?? 0) + (deleted["sitePictures"] ?? 0);
}
