import { existsSync } from "node:fs";

/** systemd-timesyncd's own mark. */
const SYNCHRONISED_MARK = "/run/systemd/timesync/synchronized";

/** Whether the wall clock is known to agree with a time server; false where nobody says so. */
export const isClockSynchronised = (): boolean => existsSync(SYNCHRONISED_MARK);
