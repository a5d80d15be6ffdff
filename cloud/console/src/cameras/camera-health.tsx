import type { Camera } from "@container-inspection/shared-schemas/cameras";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMe } from "../api/me.ts";
import { Unread } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { CameraChips } from "./camera-chips.tsx";
import { useReportedCamera } from "./camera-api.ts";
import { type CameraFault, conditionOf } from "./condition.ts";
import { useAgeMs } from "./picture-age.tsx";
import type { Watched } from "./use-live-picture.ts";
import { wordOf } from "../language/words.ts";
import { fixed } from "../ui/format.ts";

type Props = {
  cameraId: string;
  /** Undefined for a camera that only its device names. */
  camera: Camera | undefined;
  fault: CameraFault | undefined;
  watched: Watched;
};

/** Health of a camera: its state, its last data, and for admins its device's report. */
export function CameraHealth({ cameraId, camera, fault, watched }: Props) {
  const condition = useCondition(camera, fault, watched);
  return (
    <section className="card" aria-label={t`Health`}>
      <div className="card-head">
        <h2>{t`Health`}</h2>
      </div>
      <p className="camera-facts camera-state">
        <CameraChips condition={condition} drift={camera?.drift ?? null} />
      </p>
      {condition?.tone === "bad" && <p className="faint small">{condition.why}</p>}
      <dl className="facts">
        <Fact name={t`Device`}>{camera?.deviceId ?? "–"}</Fact>
        <Fact name={t`Last data`}>{timeOf(camera?.lastSeenAt)}</Fact>
        <Fact name={t`Last scan`}>
          {timeOf(camera?.lastScanAt)}{" "}
          {camera?.lastScanAt && <Link to="/containers" search={{ camera: cameraId }}>{t`Containers`}</Link>}
        </Fact>
        <Reported cameraId={cameraId} deviceId={camera?.deviceId ?? undefined} />
      </dl>
    </section>
  );
}

function useCondition(camera: Camera | undefined, fault: CameraFault | undefined, { shown, arrivedMs }: Watched) {
  const ageMs = useAgeMs(shown?.picture?.ageMs ?? 0, arrivedMs);
  return conditionOf(camera ?? { silentSince: null }, fault, shown, ageMs);
}

const timeOf = (at: string | null | undefined) => (at ? <TimeAgo at={at} /> : t`none yet`);

/** State of the camera in its device's newest heartbeat; admins only. */
function Reported({ cameraId, deviceId }: { cameraId: string; deviceId: string | undefined }) {
  const isAdmin = useMe().data?.role === "admin";
  const { reported, isLoading } = useReportedCamera(cameraId, isAdmin ? deviceId : undefined);
  if (!reported)
    return (
      isLoading && (
        <Fact name={t`State on its device`}>
          <Unread />
        </Fact>
      )
    );
  const { state, framesPerSecond, restarts, lastFrameAt, lastError } = reported;
  return (
    <>
      <Fact name={t`State on its device`}>
        {wordOf(state)} <Link to="/devices">{t`Devices`}</Link>
      </Fact>
      {framesPerSecond !== null && <Fact name={t`Pictures per second`}>{fixed(framesPerSecond, 1)}</Fact>}
      {lastFrameAt && state !== "running" && (
        <Fact name={t`Last picture`}>
          <TimeAgo at={lastFrameAt} />
        </Fact>
      )}
      {restarts !== null && restarts > 0 && <Fact name={t`Restarts`}>{restarts}</Fact>}
      {lastError && <Fact name={t`Last error`}>{lastError}</Fact>}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="faint">{name}</dt>
    <dd>{children}</dd>
  </>
);
