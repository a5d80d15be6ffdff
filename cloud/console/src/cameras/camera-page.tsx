import type { Camera } from "@container-inspection/shared-schemas/cameras";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { MINUTES } from "../shell/choices.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { CameraDrift } from "./camera-drift.tsx";
import { CameraHealth } from "./camera-health.tsx";
import { CameraPlace } from "./camera-place.tsx";
import { useCamera, useNowTracked, useObjectCounts } from "./camera-api.ts";
import { useFleetFaults } from "./cameras-api.ts";
import { ClassToggles } from "./class-toggles.tsx";
import { LivePicture } from "./live-picture.tsx";
import { ObjectsCard } from "./objects-card.tsx";
import { TrackedObjects } from "./tracked-objects.tsx";
import { useLivePicture } from "./use-live-picture.ts";

const DEFAULT_MINUTES = "60";
const rangeNames = (): Record<(typeof MINUTES)[number], string> => ({
  "5": t`5 minutes`,
  "15": t`15 minutes`,
  "60": t`hour`,
  "360": t`6 hours`,
  "1440": t`24 hours`,
  "10080": t`7 days`,
});
const route = getRouteApi("/shell/cameras/$cameraId");

/** One camera: its live view, its state, and its past scans. */
export function CameraPage(): ReactNode {
  const { cameraId } = route.useParams();
  return <OneCamera key={cameraId} cameraId={cameraId} />;
}

function OneCamera({ cameraId }: { cameraId: string }) {
  const { data: me } = useMe();
  const { data: camera, isPending } = useCamera(cameraId);
  const watched = useLivePicture(cameraId);
  const { minutes, choose, classes, isHidden, toggle } = useChoices(cameraId, watched.shown?.picture?.boxes);
  const { data: tracked } = useNowTracked(cameraId, !watched.shown?.picture);
  const fault = useFault(cameraId);
  if (watched.isUnknown) return <PageProblem title={t`Camera not found`} error={watched.problem} />;
  // The register does not know a camera that only its device names: the first reply about a picture decides.
  if (!camera && (isPending || (!watched.shown && !watched.problem))) return <PageSkeleton />;
  const name = camera?.name ?? cameraId;
  return (
    <>
      <Place camera={camera} />
      <div className="page-head">
        <PageTitle title={name} />
        {name !== cameraId && <span className="faint">{cameraId}</span>}
        <label className="push faint">
          {t`last`}{" "}
          <select value={minutes} onChange={({ target }) => choose(target.value)}>
            {MINUTES.map((choice) => (
              <option key={choice} value={choice}>
                {rangeNames()[choice]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="split">
        <LivePicture {...{ cameraId, camera, fault, watched, tracked, isHidden }} />
        <div className="column">
          <CameraHealth cameraId={cameraId} camera={camera} fault={fault} watched={watched} />
          {me?.role === "admin" && <CameraPlace cameraId={cameraId} />}
        </div>
      </div>
      <CameraDrift cameraId={cameraId} />
      <ObjectsCard cameraId={cameraId} minutes={Number(minutes)} isHidden={isHidden}>
        <ClassToggles classes={classes} isHidden={isHidden} toggle={toggle} />
      </ObjectsCard>
      <TrackedObjects cameraId={cameraId} minutes={Number(minutes)} isHidden={isHidden} />
    </>
  );
}

function Place({ camera }: { camera: Camera | undefined }) {
  return (
    <Crumb>
      <Link to="/cameras">{t`Cameras`}</Link>
      {camera?.site && camera.lane && (
        <>
          {" / "}
          <Link to="/cameras" search={{ place: camera.lane.id }}>
            {camera.site.name}, {camera.lane.name}
          </Link>
        </>
      )}
    </Crumb>
  );
}

/** Returns the choices that the URL keeps: the range, and the hidden classes. */
function useChoices(cameraId: string, boxes: readonly { className: string }[] = []) {
  const { minutes = DEFAULT_MINUTES, hide } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: counts } = useObjectCounts(cameraId, Number(minutes));
  const hidden = hide?.split(",") ?? [];
  // Commas separate the classes in the address.
  const wordOf = (className: string) => className.replaceAll(",", " ");
  const change = (search: { minutes?: (typeof MINUTES)[number] | undefined; hide?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false });
  const isHidden = (className: string) => hidden.includes(wordOf(className));
  return {
    minutes,
    choose: (value: string) => change({ minutes: MINUTES.find((choice) => choice === value) }),
    classes: [...new Set([...(counts?.items ?? []), ...boxes].map(({ className }) => className))].toSorted(),
    isHidden,
    toggle: (className: string) => {
      const word = wordOf(className);
      const changed = hidden.includes(word) ? hidden.filter((other) => other !== word) : [...hidden, word];
      change({ hide: changed.join(",") || undefined });
    },
  };
}

/** The reported fault of a camera, for supervisors. */
function useFault(cameraId: string) {
  const { data } = useFleetFaults(useIsSupervisor());
  return data?.faultyCameras.find((fault) => fault.cameraId === cameraId);
}
