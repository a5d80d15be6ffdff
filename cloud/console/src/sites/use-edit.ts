import type { Camera, TopologyPlan } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { offerUndo } from "../ui/undo.ts";
import { changePlan, type PlanChange } from "./plan.ts";
import { addCamera, moveCamera, removeCamera, savePlan } from "./sites-api.ts";

const GROUPS = ["topology", "cameras", "registrations"] as const;

/** The changes that an admin makes of sites, lanes and the places of cameras; each resolves to true once it is done. */
export function useEdit(plan: (TopologyPlan & { etag: string }) | undefined) {
  const planning = useWrite(savePlan, GROUPS);
  const moving = useWrite(moveCamera, GROUPS);
  const adding = useWrite(addCamera, GROUPS);
  const removing = useWrite(removeCamera, GROUPS);
  const [movedId, setMovedId] = useState<string>();
  const change = async (wanted: PlanChange, done: string) =>
    plan !== undefined && planning.write({ plan: changePlan(plan, wanted), etag: plan.etag }, () => announce(done));
  const remove = async ({
    id,
    name,
    kind,
    consequence,
  }: {
    id: string;
    name: string;
    kind: string;
    consequence: string;
  }) => {
    if (!(await confirm({ title: `Remove ${name}?`, text: consequence, action: `Remove ${kind}` }))) return false;
    return change({ kind: "remove", id }, `${name} removed`);
  };
  const move = async ({ cameraId, name, lane }: Camera, to: { id: string; name: string } | undefined) => {
    const [from, toId] = [lane?.id ?? null, to?.id ?? null];
    const text = to ? `${name ?? cameraId} moved to ${to.name}` : `${name ?? cameraId} taken out of its lane`;
    setMovedId(cameraId);
    const undo = () => moveCamera({ cameraId, from: toId, to: from });
    return moving.write({ cameraId, from, to: toId }, () => offerUndo({ text, undo, groups: GROUPS }));
  };
  const writes = [planning, moving, adding, removing];
  return {
    change,
    remove,
    move,
    add: (cameraId: string) => adding.write(cameraId, () => announce(`Camera ${cameraId} added`)),
    unregister: (cameraId: string) => removing.write(cameraId, () => announce(`Camera ${cameraId} removed`)),
    /** The camera that was moved last. */
    movedId,
    busy: writes.some(({ busy }) => busy),
    problem: writes.find(({ problem }) => problem !== undefined)?.problem,
  };
}

export type Edit = ReturnType<typeof useEdit>;
