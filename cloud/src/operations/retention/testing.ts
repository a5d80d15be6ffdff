import type { TestApp } from "../../guarantees/testing.ts";
import { workers } from "../../workers.ts";
import type { MayGoOn } from "./maintenance-work.ts";
import { deleteExpired, retention } from "./retention.ts";

/** Deletes what is past its retention, without pictures, and returns how many of each. */
export async function deleteExpiredRows({ parts }: Pick<TestApp, "parts">, mayGoOn: MayGoOn = async () => true) {
  const { pictures: _pictures, ...rows } = retention;
  return (await deleteExpired(rows, { ...parts, workers }, mayGoOn)).deleted;
}

/** Deletes pictures past their retention, and returns the number of their records. */
export async function deleteExpiredPictures({ parts }: Pick<TestApp, "parts">, mayGoOn: MayGoOn = async () => true) {
  const { pictures } = retention;
  return (await deleteExpired({ pictures }, { ...parts, workers }, mayGoOn)).deleted["pictures"] ?? 0;
}
