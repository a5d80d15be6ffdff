import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { heartbeatData } from "@container-inspection/shared-schemas/heartbeats";
import { z } from "zod";
import type { Logger } from "../base/logger.ts";
import { replaceFile } from "../base/replace-file.ts";

/** Time in ms without a reply from the cloud after which no operator counts as on shift. */
const TRUSTED_MS = 12 * 3_600_000;
/** The time of the last reply on disk may be older by this much, so that flash storage is not written with each. */
const SAVE_INTERVAL_MS = 10 * 60_000;

const knownOperators = z.object({
  heardAtMs: z.number(),
  /** Time in ms by which this device's clock was ahead of the cloud's. */
  clockAheadMs: z.number(),
  lanes: heartbeatData.shape.lanes,
});

/** The operators on shift in the lanes of the cameras, as the cloud reported them last. */
export type Operators = {
  /** The address of the operator on shift at a camera; undefined without one. */
  at: (cameraId: string) => string | undefined;
  /** Takes the reply to a heartbeat, with the time of the cloud's clock. */
  note: (reply: Pick<z.infer<typeof heartbeatData>, "receivedAt" | "lanes">) => void;
};

/** Keeps the operators on shift, also over a restart without a connection, in a file. */
export function openOperators({
  file,
  nowMs,
  logger,
}: {
  file: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs: () => number;
  logger: Logger;
}): Operators {
  let known = readKnown(file);
  let savedAtMs = known.heardAtMs;
  return {
    at(cameraId) {
      const shift = known.lanes.find((lane) => lane.cameraId === cameraId);
      const atMs = nowMs();
      // Neither must a clock that was set back make a shift longer.
      const isTrusted = Math.abs(atMs - known.heardAtMs) <= TRUSTED_MS;
      const isOn = shift !== undefined && atMs - known.clockAheadMs < Date.parse(shift.until);
      return isTrusted && isOn ? shift.operatorEmail : undefined;
    },
    note({ receivedAt, lanes }) {
      const heardAtMs = nowMs();
      const isSame = isDeepStrictEqual(lanes, known.lanes);
      known = { heardAtMs, clockAheadMs: heardAtMs - Date.parse(receivedAt), lanes };
      if (isSame && Math.abs(heardAtMs - savedAtMs) < SAVE_INTERVAL_MS) return;
      if (!isSame) logger.info({ operators: lanes.map(({ cameraId }) => cameraId) }, "operators on shift changed");
      savedAtMs = heardAtMs;
      save(file, known, logger);
    },
  };
}

/** None where the file is missing or broken: the next reply names them again. */
function readKnown(file: string): z.infer<typeof knownOperators> {
  try {
    return knownOperators.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { heardAtMs: 0, clockAheadMs: 0, lanes: [] };
  }
}

function save(file: string, known: z.infer<typeof knownOperators>, logger: Logger): void {
  try {
    replaceFile(file, `${JSON.stringify(known, null, 2)}\n`, 0o600);
  } catch (error) {
    logger.warn({ file, err: error }, "the operators on shift could not be saved; a restart forgets them");
  }
}
