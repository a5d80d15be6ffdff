import type { Camera } from "@container-inspection/shared-schemas/cameras";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { offerUndo } from "../ui/undo.ts";
import type { PlanChange } from "./plan.ts";
import { addCamera, moveCamera, removeCamera, savePlanChange } from "./sites-api.ts";

const GROUPS = ["topology", "cameras", "registrations"] as const;

type Removal = { id: string; name: string; kind: "site" | "lane"; consequence: string };

type Change = PlanChange | { kind: "add-camera"; cameraId: string } | { kind: "remove-camera"; cameraId: string };

/** The changes that an admin makes of sites, lanes and the places of cameras; each resolves to true once it is done. */
export function useEdit() {
  const queries = useQueryClient();
  const { write, busy, problem } = useWrite((wanted: Change) => {
    if (wanted.kind === "add-camera") return addCamera(wanted.cameraId);
    if (wanted.kind === "remove-camera") return removeCamera(wanted.cameraId);
    return savePlanChange(queries, wanted);
  }, GROUPS);
  const moves = useMoves();
  const change = (wanted: Change, done: string) => write(wanted, () => announce(done));
  const remove = async ({ id, name, kind, consequence }: Removal) => {
    const action = kind === "site" ? t`Remove site` : t`Remove lane`;
    if (!(await confirm({ title: t`Remove ${name}?`, text: consequence, action, isDanger: true }))) return false;
    return change({ kind: "remove", id }, t`${name} removed`);
  };
  const add = (cameraId: string) => change({ kind: "add-camera", cameraId }, t`Camera ${cameraId} added`);
  const unregister = (cameraId: string) => change({ kind: "remove-camera", cameraId }, t`Camera ${cameraId} removed`);
  return {
    change,
    remove,
    move: moves.move,
    add,
    unregister,
    /** The camera that was moved last. */
    movedId: moves.movedId,
    busy,
    /** Reason for which the last change failed. */
    problem: problem ?? moves.problem,
  };
}

/** Moves of cameras, one after the other: a camera may be moved while another one still is, or moved on. */
function useMoves() {
  const { write, problem } = useWrite(moveCamera, GROUPS);
  const [movedId, setMovedId] = useState<string>();
  /** Lane of each camera after the moves that have begun, until the page shows it there; null for no lane. */
  const places = useRef(new Map<string, string | null>());
  const move = async ({ cameraId, name, lane }: Camera, to: { id: string; name: string } | undefined) => {
    const known = places.current.get(cameraId);
    const [from, toId] = [known === undefined ? (lane?.id ?? null) : known, to?.id ?? null];
    const text = to ? t`${name ?? cameraId} moved to ${to.name}` : t`${name ?? cameraId} taken out of its lane`;
    places.current.set(cameraId, toId);
    setMovedId(cameraId);
    const undo = () => moveCamera({ cameraId, from: toId, to: from });
    const isDone = await write({ cameraId, from, to: toId }, () => offerUndo({ text, undo, groups: GROUPS }));
    if (!isDone || places.current.get(cameraId) === toId) places.current.delete(cameraId);
    return isDone;
  };
  return { move, movedId, problem };
}

export type Edit = ReturnType<typeof useEdit>;
