import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import { Chip, type Tone } from "../ui/chip.tsx";
import { wordOf } from "../language/words.ts";

const TONE: Record<ManifestStatus, Tone> = {
  DRAFT: "neutral",
  SUBMITTED: "info",
  VALIDATED: "good",
  REJECTED: "bad",
  AMENDED: "caution",
};

export const ManifestChip = ({ status }: { status: ManifestStatus }) => (
  <Chip tone={TONE[status]}>{wordOf(status.toLowerCase())}</Chip>
);
