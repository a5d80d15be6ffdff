import { t } from "@lingui/core/macro";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { isRefusal } from "../api/api-error.ts";
import { api, bodyOf, taggedBodyOf } from "../api/client.ts";
import { deleteRegistration, readRegistration, saveRegistration } from "../cameras/camera-api.ts";
import { changePlan, type PlanChange } from "./plan.ts";

const planQuery = queryOptions({
  queryKey: ["get", "/v1/admin/topology"],
  queryFn: async ({ signal }) => {
    const { body, etag } = await taggedBodyOf(api.GET("/v1/admin/topology", { signal }));
    return { sites: body.data.sites, etag };
  },
});

/** Sites and lanes in their order, with the tag that a change of them sends. */
export const usePlan = () => useQuery(planQuery);

/** Changes the plan as it was read last; refused where another user has changed it since. */
export async function savePlanChange(queries: QueryClient, change: PlanChange): Promise<void> {
  const { sites, etag } = await queries.ensureQueryData(planQuery);
  try {
    await bodyOf(api.PUT("/v1/admin/topology", { body: changePlan({ sites }, change), headers: { "If-Match": etag } }));
  } catch (error) {
    if (!isRefusal(error, 412)) throw error;
    throw new Error(t`Another user has changed the sites. Check them, and repeat your change.`, { cause: error });
  }
}

type Move = { cameraId: string; from: string | null; to: string | null };

/** Moves a camera between lanes, or into one; refused when it is no longer where the user saw it. */
export async function moveCamera({ cameraId, from, to }: Move): Promise<void> {
  const registration = await readRegistration(cameraId);
  if ((registration?.laneId ?? null) !== from) throw new Error(t`Another user has moved this camera.`);
  await saveRegistration({ cameraId, etag: registration?.etag, body: { laneId: to } });
}

/** Registers a camera that has not sent anything yet. */
export async function addCamera(cameraId: string): Promise<void> {
  if (await readRegistration(cameraId)) throw new Error(t`The camera ${cameraId} exists already.`);
  await saveRegistration({ cameraId, etag: undefined, body: {} });
}

/** Deletes the registration of a camera. */
export async function removeCamera(cameraId: string): Promise<void> {
  const registration = await readRegistration(cameraId);
  if (registration) await deleteRegistration({ cameraId, etag: registration.etag });
}
