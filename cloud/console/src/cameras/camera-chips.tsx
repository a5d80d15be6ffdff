import type { DriftSummary } from "@container-inspection/shared-schemas/camera-drift";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { wordOf } from "../language/words.ts";
import type { Condition } from "./condition.ts";

/** Condition of a camera, and the start of its drift from the reference, if any. */
export const CameraChips = ({ condition, drift }: { condition: Condition | undefined; drift: DriftSummary | null }) => (
  <>
    {condition && (
      <Chip tone={condition.tone} title={condition.why}>
        <span>
          {condition.word}
          {condition.since && (
            <>
              {" "}
              <Trans>
                since <TimeAgo at={condition.since} />
              </Trans>
            </>
          )}
        </span>
      </Chip>
    )}
    {drift && (
      <Chip tone="caution" title={t`${drift.measures.map(wordOf).join(", ")}, since ${drift.since}`}>
        <Trans>drift since {drift.since}</Trans>
      </Chip>
    )}
  </>
);
