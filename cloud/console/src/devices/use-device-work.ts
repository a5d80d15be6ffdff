import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import type { Secret } from "./secret-card.tsx";

/**
 * Requests of a device's buttons. `act` runs one and keeps the secret that it creates; resolves to whether it
 * succeeded.
 */
export type DeviceWork = {
  act: (work: () => Promise<Secret | undefined>) => Promise<boolean>;
  busy: boolean;
  problem: string | undefined;
  /** The newest secret of each device, until the user has put it away. */
  secrets: Secret[];
  forget: (deviceId: string) => void;
};

/** Changes of devices. A secret is shown once, so that of one device never takes the place of another's. */
export function useDeviceWork(): DeviceWork {
  const { write, busy, problem } = useWrite((work: () => Promise<Secret | undefined>) => work(), ["devices"]);
  const [secrets, setSecrets] = useState<Secret[]>([]);
  const forget = (deviceId: string) => setSecrets((kept) => kept.filter((one) => one.deviceId !== deviceId));
  const act = (work: () => Promise<Secret | undefined>) =>
    write(work, (secret) => {
      if (secret) setSecrets((kept) => [...kept.filter((one) => one.deviceId !== secret.deviceId), secret]);
    });
  return { act, busy, problem, secrets, forget };
}
