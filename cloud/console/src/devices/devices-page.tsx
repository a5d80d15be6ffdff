import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DeviceRow } from "./device-row.tsx";
import { makeEdgeDevice, type NewDevice, useEdgeDevices } from "./edge-devices-api.ts";
import { NewDeviceForm } from "./new-device-form.tsx";
import { type Secret, SecretCard } from "./secret-card.tsx";
import { TransferImport } from "./transfer-import.tsx";

const route = getRouteApi("/shell/devices");

/** The boxes at the gates, how they are, and their keys; for admins. */
export function DevicesPage() {
  const { cursor } = route.useSearch();
  const { data, error } = useEdgeDevices(cursor);
  // What a button asks for; it resolves to the secret that comes of it.
  const { write, busy, problem } = useWrite((work: () => Promise<Secret | undefined>) => work(), ["devices"]);
  const [secret, setSecret] = useState<Secret>();

  const act = (work: () => Promise<Secret | undefined>) => write(work, setSecret);
  const make = (device: NewDevice) =>
    act(async () => {
      const { apiKey, joinCode } = await makeEdgeDevice(device);
      return joinCode ? { device: device.name, ...joinCode } : { device: device.name, apiKey: apiKey ?? "" };
    });

  return (
    <>
      <div className="page-head">
        <PageTitle title="Devices" />
        <NewDeviceForm make={make} busy={busy} />
      </div>
      <Problem text={problem} />
      {secret && <SecretCard secret={secret} close={() => setSecret(undefined)} />}
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && (
        <Notice title="No devices yet">
          Add one for each box. Boxes that use the shared key appear with their first heartbeat.
        </Notice>
      )}
      <ul className="container-list">
        {data?.items.map((device) => (
          <DeviceRow key={device.id} device={device} act={act} busy={busy} />
        ))}
      </ul>
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
      <TransferImport />
    </>
  );
}
