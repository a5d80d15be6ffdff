import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useIsAdmin } from "../api/me.ts";
import { AdminsOnly } from "../shell/admins-only.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { TotalOf } from "../ui/list-total.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DeviceRow } from "./device-row.tsx";
import { makeEdgeDevice, type NewDevice, useEdgeDevices } from "./edge-devices-api.ts";
import { NewDeviceForm } from "./new-device-form.tsx";
import { SecretCard } from "./secret-card.tsx";
import { TransferImport } from "./transfer-import.tsx";
import { type DeviceWork, useDeviceWork } from "./use-device-work.ts";

const route = getRouteApi("/shell/devices");

/** The boxes at the gates, how they are, and their keys; for admins. */
export function DevicesPage() {
  const work = useDeviceWork();
  const isAdmin = useIsAdmin();
  const make = (device: NewDevice) =>
    work.act(async () => {
      const { device: made, apiKey, joinCode } = await makeEdgeDevice(device);
      const of = { deviceId: made.id, device: made.name };
      return joinCode ? { ...of, ...joinCode } : { ...of, apiKey: apiKey ?? "" };
    });
  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Devices`} />
        {isAdmin && <DevicesTotal />}
        {isAdmin && <NewDeviceForm make={make} busy={work.busy} />}
      </div>
      <AdminsOnly>
        <Problem text={work.problem} />
        {work.secrets.map((secret) => (
          <SecretCard key={secret.deviceId} secret={secret} close={() => work.forget(secret.deviceId)} />
        ))}
        <DeviceList work={work} />
        <TransferImport />
      </AdminsOnly>
    </>
  );
}

function DevicesTotal() {
  const { data } = useEdgeDevices(route.useSearch().cursor);
  return <TotalOf total={data?.total} nameOf={(count) => plural(count, { one: "device", other: "devices" })} />;
}

function DeviceList({ work }: { work: DeviceWork }) {
  const { cursor } = route.useSearch();
  const { data, error } = useEdgeDevices(cursor);
  return (
    <>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && (
        <Notice title={t`No devices yet`}>
          <Trans>Add one for each box. Boxes that use the shared key appear with their first heartbeat.</Trans>
        </Notice>
      )}
      <ul className="container-list">
        {data?.items.map((device) => (
          <DeviceRow key={device.id} device={device} work={work} />
        ))}
      </ul>
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}
