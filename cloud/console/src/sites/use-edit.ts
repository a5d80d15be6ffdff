import type { Camera, TopologyPlan } from "@container-inspection/shared-schemas";
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { offerUndo } from "../ui/undo.ts";
import { changePlan, type PlanChange } from "./plan.ts";
import { addCamera, moveCamera, removeCamera, savePlan } from "./sites-api.ts";

const GROUPS = ["topology", "cameras", "registrations"] as const;

type Removal = { id: string; name: string; kind: "site" | "lane"; consequence: string };

/** The changes that an admin makes of sites, lanes and the places of cameras; each resolves to true once it is done. */
export function useEdit(plan: (TopologyPlan & { etag: string }) | undefined) {
  const { write, busy, problem } = useWrite((work: () => Promise<void>) => work(), GROUPS);
  const moves = useMoves();
  const change = async (wanted: PlanChange, done: string) =>
    plan !== undefined &&
    write(
      () => savePlan({ plan: changePlan(plan, wanted), etag: plan.etag }),
      () => announce(done),
    );
  const remove = async ({ id, name, kind, consequence }: Removal) => {
    const action = kind === "site" ? t`Remove site` : t`Remove lane`;
    if (!(await confirm({ title: t`Remove ${name}?`, text: consequence, action }))) return false;
    return change({ kind: "remove", id }, t`${name} removed`);
  };
  const add = (cameraId: string) =>
    write(
      () => addCamera(cameraId),
      () => announce(t`Camera ${cameraId} added`),
    );
  const unregister = (cameraId: string) =>
    write(
      () => removeCamera(cameraId),
      () => announce(t`Camera ${cameraId} removed`),
    );
  return {
    change,
    remove,
    move: moves.move,
    add,
    unregister,
    /** The camera that was moved last. */
    movedId: moves.movedId,
    busy,
    /** Why the last change failed. */
    problem: problem ?? moves.problem,
  };
}

/** Moves of cameras, one after the other: a camera may be moved while another one still is, or moved on. */
function useMoves() {
  const { write, problem } = useWrite((work: () => Promise<void>) => work(), GROUPS);
  const [movedId, setMovedId] = useState<string>();
  const last = useRef(Promise.resolve(true));
  /** Where cameras are after the moves that have begun, until the page shows them there. */
  const places = useRef(new Map<string, string | null>());
  const move = ({ cameraId, name, lane }: Camera, to: { id: string; name: string } | undefined) => {
    const known = places.current.get(cameraId);
    const [from, toId] = [known === undefined ? (lane?.id ?? null) : known, to?.id ?? null];
    const text = to ? t`${name ?? cameraId} moved to ${to.name}` : t`${name ?? cameraId} taken out of its lane`;
    places.current.set(cameraId, toId);
    setMovedId(cameraId);
    const undo = () => moveCamera({ cameraId, from: toId, to: from });
    const run = async () => {
      const isDone = await write(
        () => moveCamera({ cameraId, from, to: toId }),
        () => offerUndo({ text, undo, groups: GROUPS }),
      );
      if (!isDone || places.current.get(cameraId) === toId) places.current.delete(cameraId);
      return isDone;
    };
    last.current = last.current.then(run);
    return last.current;
  };
  return { move, movedId, problem };
}

export type Edit = ReturnType<typeof useEdit>;
