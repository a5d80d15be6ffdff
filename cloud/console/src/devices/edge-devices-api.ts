import { t } from "@lingui/core/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** Heartbeats are no live events: devices are polled. */
const LIVE_MS = 5_000;

/** The edge devices, newest first. */
export const useEdgeDevices = (cursor: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices",
    { params: { query: { limit: 50, cursor, total: "true" } } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

/** One device with its newest heartbeat. */
export const useEdgeDevice = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices/{id}",
    { params: { path: { id } } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS },
  );

/** The configuration that is kept of a device. */
export const useEdgeConfiguration = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices/{id}/configuration",
    { params: { path: { id } } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS },
  );

export type NewDevice = { name: string; credential: "key" | "join-code" };

export const makeEdgeDevice = async (body: NewDevice) =>
  (await bodyOf(api.POST("/v1/admin/edge-devices", { body }))).data;

export const makeJoinCode = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/edge-devices/{id}/join-code", { params: { path: { id } } }))).data;

export const rotateEdgeKey = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/edge-devices/{id}/rotate", { params: { path: { id } }, body: {} }))).data;

export const revokeEdgeDevice = (id: string) =>
  bodyOf(api.POST("/v1/admin/edge-devices/{id}/revoke", { params: { path: { id } } }));

/** Changes name and note of a device; fields that are left out stay as they are. */
export const updateEdgeDevice = ({ id, ...body }: { id: string; name?: string; note?: string | null }) =>
  bodyOf(api.PUT("/v1/admin/edge-devices/{id}", { params: { path: { id } }, body }));

export const deleteEdgeDevice = (id: string) =>
  bodyOf(api.DELETE("/v1/admin/edge-devices/{id}", { params: { path: { id } } }));

/** Sets the key with which a device signs its records, in base64. */
export const setSigningKey = ({ id, ...body }: { id: string; signingKey: string; proof: string }) =>
  bodyOf(api.PUT("/v1/admin/edge-devices/{id}/signing-key", { params: { path: { id } }, body }));

/** The chains of the records of a device, as a file. */
export const chainUrl = (id: string) => `/v1/admin/edge-devices/${id}/chain`;

/** Acknowledgement by which a device without a connection deletes its records, with the number of records. */
export type Acknowledgement = { name: string; lines: Blob; records: number; refused: number };

/** Imports a transfer file; a reply that was cut off is no acknowledgement, and the file can be imported again. */
export async function importTransfer(file: File): Promise<Acknowledgement> {
  const lines = await bodyOf(
    api.POST("/v1/admin/edge-imports", {
      body: "",
      bodySerializer: () => file,
      headers: { "Content-Type": "application/octet-stream" },
      parseAs: "blob",
    }),
  );
  const [, ...rest] = (await lines.text()).split("\n").filter(Boolean);
  const end = rest.pop();
  if (!end?.includes('"signature"')) throw new Error(t`The reply was cut off. Import the file again.`);
  const refused = rest.filter((line) => JSON.parse(line).status >= 400).length;
  return { name: `acknowledgement-of-${file.name}.ndjson`, lines, records: rest.length, refused };
}

/** The key with which the service signs acknowledgements. */
export const useAcknowledgementKey = () =>
  queryOf.useQuery("get", "/v1/admin/edge-imports/key", {}, { select: ({ data }) => data });
