import type { EdgeDeviceState } from "@container-inspection/shared-schemas/edge-devices";
import { Chip, type Tone } from "../ui/chip.tsx";
import { wordOf } from "../language/words.ts";

const TONE: Record<EdgeDeviceState, Tone> = { waiting: "info", active: "good", silent: "bad", revoked: "neutral" };

export const StateChip = ({ state }: { state: EdgeDeviceState }) => <Chip tone={TONE[state]}>{wordOf(state)}</Chip>;
