import type { NumberCheck } from "@container-inspection/shared-schemas/container-number";
import type { Container, ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import { t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import { Chip, type Tone } from "../ui/chip.tsx";

const STATUS_TONE: Record<ContainerStatus, Tone> = {
  REGISTERED: "neutral",
  SCANNED: "neutral",
  ESCALATED: "escalated",
  HELD: "held",
  INSPECT: "inspect",
  CLEARED: "cleared",
};

const STATE_CLASS: Partial<Record<ContainerStatus, string>> = {
  HELD: "state-held",
  ESCALATED: "state-escalated",
  INSPECT: "state-inspect",
  CLEARED: "state-cleared",
};

/** Class that gives an edge or a frame the colour of a container's state; none while it is as most are. */
export const stateClass = (status: ContainerStatus): string => STATE_CLASS[status] ?? "";

export const StatusChip = ({ status }: { status: ContainerStatus }) => (
  <Chip tone={STATUS_TONE[status]}>{wordOf(status.toLowerCase())}</Chip>
);

/** The state of a container as it is now; an escalation does not hide that it is held. */
export const StateChips = ({ container }: { container: Pick<Container, "status" | "isEscalated"> }) => (
  <>
    <StatusChip status={container.status} />
    {container.status !== "ESCALATED" && container.isEscalated && <Chip tone="escalated">{t`escalated again`}</Chip>}
  </>
);

/** The status and the lane of a container as it is now; an escalation does not hide that it is held. */
export const CurrentStatusChips = ({
  container,
}: {
  container: Pick<Container, "status" | "isEscalated"> & Partial<Pick<Container, "visit">>;
}) => (
  <>
    <StateChips container={container} />
    {container.visit?.lane && <LaneChip lane={container.visit.lane} />}
  </>
);

const LANE_TONE = { green: "good", yellow: "caution", red: "bad" } as const;
const laneMeaning = () =>
  ({
    cargo: { green: t`release`, yellow: t`review`, red: t`examine` },
    documents: { green: t`in order`, yellow: t`check documents`, red: t`do not accept` },
  }) as const;

/** A lane of the cargo or of the documents, with its meaning. */
export const laneText = (lane: ManifestMatch["lane"], of: "cargo" | "documents" = "cargo"): string =>
  t`${wordOf(lane)} lane · ${laneMeaning()[of][lane]}`;

/** The lane of the cargo, or that of the documents. */
export const LaneChip = ({ lane, of = "cargo" }: { lane: ManifestMatch["lane"]; of?: "cargo" | "documents" }) => (
  <Chip tone={LANE_TONE[lane]}>{laneText(lane, of)}</Chip>
);

/** A lane as its light and its word, for a column of them. */
export const LaneMark = ({ lane }: { lane: ManifestMatch["lane"] }) => (
  <span className={`lane-mark lane-${lane}`} title={laneText(lane)}>
    {wordOf(lane)}
  </span>
);

/** Warns about a number that is not valid by ISO 6346; renders nothing for a valid one. */
export function NumberCheckChip({ check }: { check: NumberCheck }) {
  if (check === "valid") return null;
  if (check === "bad-check-digit") {
    return (
      <Chip tone="caution" title={t`The check digit does not match the number. It may have been misread.`}>
        {t`check digit wrong`}
      </Chip>
    );
  }
  return <Chip title={t`Not an ISO 6346 number, such as a shipper-owned box.`}>{t`not ISO 6346`}</Chip>;
}
