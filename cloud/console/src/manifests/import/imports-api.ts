import type { FileImport, ImportAnswers, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../../api/client.ts";

/** Time in ms between two looks at an import that is at work. */
const LOOK_MS = 1_000;
/** Rows that are read at once. */
const ROWS_AT_ONCE = 100;
const MOST_ROWS_AT_ONCE = 200;

/** Rows that a filter shows; `doubtful` are those with values that were not understood. */
export type RowFilter = "all" | "doubtful" | ImportRow["outcome"];

/** Sends a file, of which a preview is made: nothing is written. The same file again is read again. */
export async function previewFile(file: File): Promise<FileImport> {
  const query = { preview: "true" as const, again: "true" as const, fileName: file.name.slice(0, 255) };
  const headers = { "Content-Type": "application/octet-stream" };
  const init = { params: { query }, headers, body: "", bodySerializer: () => file };
  return (await bodyOf(api.POST("/v1/manifests/imports", init))).data;
}

/** Answers a question, chooses columns, or starts an import after its preview. */
export async function answerImport({ id, ...body }: { id: string; preview: boolean } & ImportAnswers) {
  return (await bodyOf(api.PUT("/v1/manifests/imports/{id}", { params: { path: { id } }, body }))).data;
}

/** An import, looked at again while it is at work. */
export const useImport = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/manifests/imports/{id}",
    { params: { path: { id } } },
    {
      select: ({ data }) => data,
      refetchInterval: ({ state: { data } }) => (data?.data.state === "waiting" ? LOOK_MS : false),
    },
  );

const queryOfFilter = (filter: RowFilter) =>
  filter === "all" ? {} : filter === "doubtful" ? { notUnderstood: "true" as const } : { outcome: filter };

/** The rows of an import in the order of the file, as many pages as were asked for. */
export const useImportRows = (id: string, filter: RowFilter) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/manifests/imports/{id}/rows",
    { params: { path: { id }, query: { ...queryOfFilter(filter), limit: ROWS_AT_ONCE } } },
    {
      initialPageParam: FIRST_PAGE,
      pageParamName: "cursor",
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
      // A preview that is made again has other rows.
      gcTime: 0,
    },
  );

/** One page of the failed rows. */
export async function readFailedRows(id: string, cursor: string | undefined) {
  const query = { outcome: "failed" as const, limit: MOST_ROWS_AT_ONCE, ...(cursor !== undefined && { cursor }) };
  return (await bodyOf(api.GET("/v1/manifests/imports/{id}/rows", { params: { path: { id }, query } }))).data;
}
