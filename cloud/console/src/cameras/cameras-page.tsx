import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { Topology } from "@container-inspection/shared-schemas/topology";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { CameraTile, MAX_PICTURES } from "./camera-tile.tsx";
import { useFleetFaults, useOverview } from "./cameras-api.ts";
import { type CameraFault, needsAttention } from "./condition.ts";

const route = getRouteApi("/shell/cameras");
/** The address of cameras without a lane. */
const NO_LANE = "none";

type Group = { id: string; name: string; cameras: Camera[] };

/** All cameras by site and lane, with the newest pictures of those in view. */
export function CamerasPage(): ReactNode {
  const { place, show } = route.useSearch();
  const { data: overview, error } = useOverview();
  const { faults, isLoading } = useFaults();
  // A fault that is known later would move its camera to the front.
  const isKnown = overview !== undefined && !isLoading;
  const groups = isKnown ? groupsOf(overview, place) : [];
  const isFaulty = (camera: Camera) => needsAttention(camera, faultOf(faults, camera));
  // Faults first; the others keep their order.
  const shown = groups
    .map((group) => ({
      ...group,
      cameras: [
        ...group.cameras.filter(isFaulty),
        ...(show === "attention" ? [] : group.cameras.filter((camera) => !isFaulty(camera))),
      ],
    }))
    .filter(({ cameras }) => cameras.length > 0);
  const { picturesOf, onView } = usePictures(shown);
  const isEmpty = isKnown && groupsOf(overview, undefined).every(({ cameras }) => cameras.length === 0);
  return (
    <>
      <Head overview={overview} />
      <ListProblem error={error} />
      {!isKnown && !error && <ListSkeleton />}
      {isEmpty && (
        <Notice title={t`No cameras yet`}>
          <Trans>A camera appears here with its first event, or when an admin adds it.</Trans>
        </Notice>
      )}
      {isKnown && !isEmpty && shown.length === 0 && <Notice title={t`No matching cameras`} />}
      {shown.map(({ id, name, cameras }) => (
        <section key={id} className="camera-group" aria-label={name}>
          <h2>{name}</h2>
          <ul className="camera-wall">
            {cameras.map((camera) => (
              <CameraTile
                key={camera.cameraId}
                camera={camera}
                fault={faultOf(faults, camera)}
                pictures={picturesOf(camera)}
                onView={onView}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Head({ overview }: { overview: Topology | undefined }) {
  const { place = "", show = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useMe();
  const change = (search: { place?: string | undefined; show?: "attention" | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false });
  return (
    <div className="page-head">
      <PageTitle title={t`Cameras`} />
      {me?.role === "admin" && <Link to="/sites">{t`Sites and lanes`}</Link>}
      <div className="filters">
        <select
          aria-label={t`Place`}
          value={place}
          onChange={({ target }) => change({ place: target.value || undefined })}
        >
          <option value="">{t`All places`}</option>
          {overview?.sites.map((site) => (
            <optgroup key={site.id} label={site.name}>
              <option value={site.id}>{t`${site.name}, all lanes`}</option>
              {site.lanes.map((lane) => (
                <option key={lane.id} value={lane.id}>
                  {site.name}, {lane.name}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={NO_LANE}>{t`Without a lane`}</option>
        </select>
        <select
          aria-label={t`State`}
          value={show}
          onChange={({ target }) => change({ show: target.value === "attention" ? "attention" : undefined })}
        >
          <option value="">{t`All states`}</option>
          <option value="attention">{t`Needs attention`}</option>
        </select>
      </div>
    </div>
  );
}

/** The cameras of a site, of a lane, without a lane, or all, by site and in the order of their lanes. */
function groupsOf({ sites, unassigned }: Topology, place: string | undefined): Group[] {
  const groups = sites.map(({ id, name, lanes }) => ({
    id,
    name,
    cameras: lanes
      .filter((lane) => place === undefined || place === id || place === lane.id)
      .flatMap((lane) => lane.cameras),
  }));
  const isRestShown = place === undefined || place === NO_LANE;
  return isRestShown ? [...groups, { id: NO_LANE, name: t`Without a lane`, cameras: unassigned }] : groups;
}

/** Pictures are asked for of the first cameras in view. */
function usePictures(groups: readonly Group[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const onView = useCallback((cameraId: string, isInView: boolean) => {
    setSeen((before) => {
      if (before.has(cameraId) === isInView) return before;
      const after = new Set(before);
      if (isInView) after.add(cameraId);
      else after.delete(cameraId);
      return after;
    });
  }, []);
  const inView = groups.flatMap(({ cameras }) => cameras.map(({ cameraId }) => cameraId)).filter((id) => seen.has(id));
  const live = new Set(inView.slice(0, MAX_PICTURES));
  const picturesOf = ({ cameraId }: Camera) => {
    if (live.has(cameraId)) return "live";
    return seen.has(cameraId) ? "limited" : "out-of-view";
  };
  return { picturesOf, onView };
}

/** The reported faults by camera; supervisors only, none for others. */
function useFaults() {
  const { data, isLoading } = useFleetFaults(useIsSupervisor());
  const faults: ReadonlyMap<string, CameraFault> = new Map(data?.faultyCameras.map((fault) => [fault.cameraId, fault]));
  return { faults, isLoading };
}

const faultOf = (faults: ReadonlyMap<string, CameraFault>, { cameraId }: Camera) => faults.get(cameraId);
