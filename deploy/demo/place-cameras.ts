import type { CloudApi } from "./cloud-api.ts";

/** The names of the cameras, by lane. */
const LANES = {
  "Gate 1": {
    "gate-1-top": "Gate 1, above",
    "gate-1-number": "Gate 1, number",
    "gate-1-x-ray": "Gate 1, X-ray",
    "gate-1-outside": "Gate 1, outside",
  },
  "Gate 2": { "gate-2-front": "Gate 2, front", "gate-2-rear": "Gate 2, rear" },
  Yard: { "yard-phone": "Yard, phone" },
};

type Plan = { sites: { lanes: { id: string; name: string }[] }[] };

/** Creates a site with its lanes, and the gates' cameras in them; where a plan exists, it stays unchanged. */
export async function placeCameras(api: CloudApi): Promise<void> {
  const { sites } = await api.get<Plan>("/v1/admin/topology");
  if (sites.length > 0) return;
  const plan = { sites: [{ name: "Demonstration port", lanes: Object.keys(LANES).map((name) => ({ name })) }] };
  const [site] = (await api.put<Plan>("/v1/admin/topology", plan)).sites;
  for (const [lane, cameras] of Object.entries(LANES)) {
    const laneId = site?.lanes.find(({ name }) => name === lane)?.id;
    for (const [id, name] of Object.entries(cameras)) await api.put(`/v1/admin/cameras/${id}`, { name, laneId });
  }
}
