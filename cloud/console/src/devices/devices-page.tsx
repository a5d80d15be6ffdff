import { useState } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { useWrite } from "../ui/use-action.ts";
import { DeviceRow } from "./device-row.tsx";
import { makeEdgeDevice, useEdgeDevices } from "./edge-devices-api.ts";
import { NewDeviceForm } from "./new-device-form.tsx";
import { type Secret, SecretCard } from "./secret-card.tsx";

/** The boxes at the gates, how they are, and their keys; for admins. */
export function DevicesPage() {
  const [search, setSearch] = useSearchParams();
  const { data, error } = useEdgeDevices(search.get("cursor") ?? undefined);
  const { act: write, problem } = useWrite();
  const [secret, setSecret] = useState<Secret>();

  /** Does what a button asks for, and shows the secret that comes of it. */
  const act = async (work: () => Promise<Secret | undefined>) => {
    await write(async () => setSecret(await work()));
  };

  const make = (name: string, credential: "key" | "join-code") =>
    act(async () => {
      const { apiKey, joinCode } = await makeEdgeDevice(name, credential);
      return joinCode ? { device: name, ...joinCode } : { device: name, apiKey: apiKey ?? "" };
    });

  if (error) return <Notice title="The devices cannot be shown">{error.message}</Notice>;
  if (!data) return null;
  return (
    <>
      <div className="page-head">
        <h1>Devices</h1>
        <NewDeviceForm make={make} />
      </div>
      <Problem text={problem} />
      {secret && <SecretCard secret={secret} close={() => setSecret(undefined)} />}
      {data.items.length === 0 && (
        <Notice title="No devices yet">
          Add one for each box. Boxes that use the shared key appear with their first heartbeat.
        </Notice>
      )}
      <ul className="container-list">
        {data.items.map((device) => (
          <DeviceRow key={device.id} device={device} act={act} />
        ))}
      </ul>
      {data.nextCursor && (
        <div className="pages">
          <button type="button" className="quiet" onClick={() => setSearch({ cursor: data.nextCursor ?? "" })}>
            Older
          </button>
        </div>
      )}
    </>
  );
}
