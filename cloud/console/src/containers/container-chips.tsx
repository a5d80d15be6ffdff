import type { ContainerStatus, ManifestMatch, NumberCheck } from "@container-inspection/shared-schemas";
import { Chip, type Tone } from "../ui/chip.tsx";

const STATUS_TONE: Record<ContainerStatus, Tone> = {
  REGISTERED: "neutral",
  SCANNED: "info",
  ESCALATED: "caution",
  HELD: "bad",
  INSPECT: "caution",
  CLEARED: "good",
};

export const StatusChip = ({ status }: { status: ContainerStatus }) => (
  <Chip tone={STATUS_TONE[status]}>{status.toLowerCase()}</Chip>
);

const LANE_TONE = { green: "good", yellow: "caution", red: "bad" } as const;
export const LANE_MEANING = {
  cargo: { green: "release", yellow: "review", red: "examine" },
  documents: { green: "in order", yellow: "check documents", red: "do not accept" },
} as const;

/** The lane of the cargo, or that of the documents. */
export const LaneChip = ({ lane, of = "cargo" }: { lane: ManifestMatch["lane"]; of?: "cargo" | "documents" }) => (
  <Chip tone={LANE_TONE[lane]}>
    {lane} lane · {LANE_MEANING[of][lane]}
  </Chip>
);

/** Warns about a number that is not valid by ISO 6346; renders nothing for a valid one. */
export function NumberCheckChip({ check }: { check: NumberCheck }) {
  if (check === "valid") return null;
  if (check === "bad-check-digit") {
    return (
      <Chip tone="caution" title="The check digit does not match the number. It may have been misread.">
        check digit wrong
      </Chip>
    );
  }
  return <Chip title="Not an ISO 6346 number, such as a shipper-owned box.">not ISO 6346</Chip>;
}
