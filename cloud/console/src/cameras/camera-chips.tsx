import type { DriftSummary } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import type { Condition } from "./condition.ts";

/** How a camera is, and whether its days differ from its reference. */
export const CameraChips = ({ condition, drift }: { condition: Condition | undefined; drift: DriftSummary | null }) => (
  <>
    {condition && (
      <Chip tone={condition.tone} title={condition.why}>
        <span>
          {condition.word}
          {condition.since && (
            <>
              {" since "}
              <TimeAgo at={condition.since} />
            </>
          )}
        </span>
      </Chip>
    )}
    {drift && (
      <Chip tone="caution" title={`${drift.measures.join(", ")}, since ${drift.since}`}>
        drift since {drift.since}
      </Chip>
    )}
  </>
);
