import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isRefusal } from "../api/api-error.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { Problem } from "../ui/problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { DeviceCameras } from "./device-cameras.tsx";
import { DeviceConfiguration } from "./device-configuration.tsx";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceKeys } from "./device-keys.tsx";
import { DeviceModels } from "./device-models.tsx";
import { DeviceRecords } from "./device-records.tsx";
import { DeviceSettings } from "./device-settings.tsx";
import { DeviceStorage } from "./device-storage.tsx";
import { useEdgeDevice } from "./edge-devices-api.ts";
import { SecretCard } from "./secret-card.tsx";
import { StateChip } from "./state-chip.tsx";
import { useDeviceWork } from "./use-device-work.ts";

const route = getRouteApi("/shell/devices/$id");

/** One device: its newest heartbeat, its keys, its kept configuration, and how its records are signed. */
export function DevicePage() {
  const { id } = route.useParams();
  const { data, error } = useEdgeDevice(id);
  const device = isRefusal(error, 403, 404) ? undefined : data;
  if (device) return <OpenDevice key={device.id} device={device} />;
  return error ? <PageProblem title={t`This device cannot be shown`} error={error} /> : <PageSkeleton />;
}

function OpenDevice({ device }: { device: EdgeDeviceDetail }) {
  const work = useDeviceWork();
  const { heartbeat } = device;
  return (
    <>
      <Crumb>
        <Link to="/devices">{t`Devices`}</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={device.name}>
          <bdi>{device.name}</bdi>
        </PageTitle>
        <StateChip state={device.state} />
        <DeviceActions device={device} work={work} />
      </div>
      <Problem text={work.problem} />
      {work.secrets.map((secret) => (
        <SecretCard key={secret.deviceId} secret={secret} close={() => work.forget(secret.deviceId)} />
      ))}
      <div className="device-cards">
        <DeviceFacts device={device} />
        <DeviceStorage device={device} />
        <DeviceKeys device={device} />
        {heartbeat && <DeviceCameras faulty={device.faultyCameras} cameras={heartbeat.cameras} />}
        {heartbeat && <DeviceModels models={heartbeat.models} />}
        <DeviceConfiguration id={device.id} keptAt={device.configurationAt} />
        <DeviceRecords device={device} />
        <DeviceSettings device={device} />
      </div>
    </>
  );
}
