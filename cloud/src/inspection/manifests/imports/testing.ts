import type { FileImport, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { expect } from "vitest";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { runImport } from "./run-import.ts";

type Parts = TestApp["parts"];
const attempt = { jobId: "", attempt: 1, isLast: false, signal: new AbortController().signal };

/** Does the work of one job of an import; the queue is left out. */
export const takeImportTurn = (parts: Parts, importId: string) =>
  runImport.createHandler({ ...parts, jobs: { ...parts.jobs, enqueue: async () => "" } })({ importId }, attempt);

/** Sends files of manifests to be imported in the background, as `user`. */
export function fileSender(cloud: TestApp, user: TestUser) {
  const start = async (file: string | Uint8Array<ArrayBuffer>, query: Record<string, string> = {}) => {
    const headers = { ...user.authorization, "Content-Type": "application/octet-stream" };
    const url = `/v1/manifests/imports?${new URLSearchParams(query).toString()}`;
    const reply = await cloud.app.request(url, { method: "POST", headers, body: file });
    return { status: reply.status, body: JSON.parse(await reply.text()) };
  };
  const get = async (url: string) =>
    (await cloud.send("GET", `/v1/manifests${url}`, { headers: user.authorization })).body.data;
  const read = async (id: string): Promise<FileImport> => get(`/imports/${id}`);
  const rowsOf = async (id: string, query = ""): Promise<ImportRow[]> =>
    (await get(`/imports/${id}/rows?limit=200${query}`)).items;
  const answer = async (id: string, body: object) =>
    cloud.send("PUT", `/v1/manifests/imports/${id}`, { body, headers: user.authorization });
  /** Sends a file and does its work. */
  const imported = async (file: string | Uint8Array<ArrayBuffer>, query: Record<string, string> = {}) => {
    const { status, body } = await start(file, query);
    expect([status, body.success]).toEqual([202, true]);
    await takeImportTurn(cloud.parts, body.data.id);
    return { import: await read(body.data.id), rows: await rowsOf(body.data.id) };
  };
  return { start, get, read, rowsOf, answer, imported };
}
