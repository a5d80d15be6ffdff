import type { EdgeDevice } from "@container-inspection/shared-schemas";
import { confirm } from "../ui/confirm.ts";
import { makeJoinCode, revokeEdgeDevice, rotateEdgeKey } from "./edge-devices-api.ts";
import type { DeviceWork } from "./use-device-work.ts";

type Props = { device: EdgeDevice; work: DeviceWork };

/** What an admin may do with the keys of a device. */
export function DeviceActions({ device: { id: deviceId, name, state, source }, work: { act, busy, forget } }: Props) {
  if (state === "revoked") return null;
  const of = { deviceId, device: name };
  const newCode = () => act(async () => ({ ...of, ...(await makeJoinCode(deviceId)) }));
  const newKey = async () => {
    const text = "Its current key works for one more day. The box needs the new key before that.";
    if (await confirm({ title: `Create a new key for ${name}?`, text, action: "Create key" }))
      await act(async () => ({ ...of, apiKey: (await rotateEdgeKey(deviceId)).apiKey }));
  };
  const revoke = async () => {
    const text = "This disables its keys immediately and permanently.";
    if (!(await confirm({ title: `Revoke ${name}?`, text, action: "Revoke device" }))) return;
    await act(async () => {
      await revokeEdgeDevice(deviceId);
      forget(deviceId);
      return undefined;
    });
  };
  return (
    <span className="device-actions">
      <button type="button" className="quiet" disabled={busy} onClick={() => void newCode()}>
        Join code
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void newKey()}>
        New key
      </button>
      {source === "own-key" && (
        <button type="button" className="quiet" disabled={busy} onClick={() => void revoke()}>
          Revoke
        </button>
      )}
    </span>
  );
}
