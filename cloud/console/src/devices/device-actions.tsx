import type { EdgeDevice } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { confirm } from "../ui/confirm.ts";
import { makeJoinCode, revokeEdgeDevice, rotateEdgeKey } from "./edge-devices-api.ts";
import type { DeviceWork } from "./use-device-work.ts";

type Props = { device: EdgeDevice; work: DeviceWork };

/** Actions of an admin on the keys of a device. */
export function DeviceActions({ device: { id: deviceId, name, state, source }, work: { act, busy, forget } }: Props) {
  if (state === "revoked") return null;
  const of = { deviceId, device: name };
  const newCode = () => act(async () => ({ ...of, ...(await makeJoinCode(deviceId)) }));
  const newKey = async () => {
    const text = t`Its current key works for one more day. The box needs the new key before that.`;
    if (await confirm({ title: t`Create a new key for ${name}?`, text, action: t`Create key` }))
      await act(async () => ({ ...of, apiKey: (await rotateEdgeKey(deviceId)).apiKey }));
  };
  const revoke = async () => {
    const text = t`This disables its keys immediately and permanently.`;
    if (!(await confirm({ title: t`Revoke ${name}?`, text, action: t`Revoke device`, isDanger: true }))) return;
    await act(async () => {
      await revokeEdgeDevice(deviceId);
      forget(deviceId);
      return undefined;
    });
  };
  return (
    <span className="device-actions">
      <button type="button" className="quiet" disabled={busy} onClick={() => void newCode()}>
        <Trans>Join code</Trans>
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => void newKey()}>{t`New key`}</button>
      {source === "own-key" && (
        <button type="button" className="quiet" disabled={busy} onClick={() => void revoke()}>{t`Revoke`}</button>
      )}
    </span>
  );
}
