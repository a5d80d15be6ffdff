import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { TopologyPlan } from "@container-inspection/shared-schemas/topology";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { CameraChips } from "../cameras/camera-chips.tsx";
import { conditionOf } from "../cameras/condition.ts";
import { LaneSelect } from "../cameras/lane-select.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import type { Edit } from "./use-edit.ts";

type Props = { camera: Camera; sites: TopologyPlan["sites"]; edit: Edit };

/** A camera, how it is, and the choice of its lane. */
export function CameraRow({ camera, sites, edit }: Props) {
  const { cameraId, name, lane, drift, lastSeenAt, registered } = camera;
  const lanes = sites.flatMap((site) => site.lanes.map((one) => ({ id: one.id, name: `${site.name}, ${one.name}` })));
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    // The row that had the focus is another one in another lane.
    if (edit.movedId === cameraId && document.activeElement === document.body) select.current?.focus();
  }, [edit.movedId, cameraId]);
  const move = (laneId: string) =>
    edit.move(
      camera,
      lanes.find(({ id }) => id === laneId),
    );
  return (
    <li aria-label={name ?? cameraId}>
      <Link to="/cameras/$cameraId" params={{ cameraId }} title={cameraId}>
        {name ?? cameraId}
      </Link>
      <span className="camera-facts">
        <CameraChips condition={conditionOf(camera, undefined, undefined, 0)} drift={drift} />
        <span className="faint small">{lastSeenAt ? <TimeAgo at={lastSeenAt} /> : t`no data yet`}</span>
      </span>
      <span className="device-actions">
        <LaneSelect
          sites={sites}
          aria-label={t`Lane of ${name ?? cameraId}`}
          value={lane?.id ?? ""}
          ref={select}
          onChange={({ target }) => void move(target.value)}
        />
        {registered && lastSeenAt === null && (
          <button type="button" className="quiet" onClick={() => void edit.unregister(cameraId)}>
            <Trans>Remove camera</Trans>
          </button>
        )}
      </span>
    </li>
  );
}
