import type { CloudApi } from "./cloud-api.ts";

type Plan = { sites: { lanes: { id: string }[] }[] };

/** Creates a site with one lane, and the gate's camera in it; where a plan exists, it stays unchanged. */
export async function placeCamera(api: CloudApi): Promise<void> {
  const { sites } = await api.get<Plan>("/v1/admin/topology");
  if (sites.length > 0) return;
  const plan = { sites: [{ name: "Demonstration port", lanes: [{ name: "Gate 1" }] }] };
  const laneId = (await api.put<Plan>("/v1/admin/topology", plan)).sites[0]?.lanes[0]?.id;
  await api.put("/v1/admin/cameras/gate-1-top", { name: "Gate 1, above", laneId });
}
