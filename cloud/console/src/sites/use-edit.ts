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
  const { write, busy, problem } = useWrite((work: () => Promise<void>) => work(), GROUPS);
  const [movedId, setMovedId] = useState<string>();
  const change = async (wanted: PlanChange, done: string) =>
    plan !== undefined &&
    write(
      () => savePlan({ plan: changePlan(plan, wanted), etag: plan.etag }),
      () => announce(done),
    );
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
    return write(
      () => moveCamera({ cameraId, from, to: toId }),
      () => offerUndo({ text, undo, groups: GROUPS }),
    );
  };
  const add = (cameraId: string) =>
    write(
      () => addCamera(cameraId),
      () => announce(`Camera ${cameraId} added`),
    );
  const unregister = (cameraId: string) =>
    write(
      () => removeCamera(cameraId),
      () => announce(`Camera ${cameraId} removed`),
    );
  return {
    change,
    remove,
    move,
    add,
    unregister,
    /** The camera that was moved last. */
    movedId,
    busy,
    /** Why the last change failed. */
    problem,
  };
}

export type Edit = ReturnType<typeof useEdit>;
