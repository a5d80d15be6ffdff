import { t } from "@lingui/core/macro";
import { Chip, type Tone } from "../ui/chip.tsx";
import { wordOf } from "../language/words.ts";

/** Returns the display name of a status, such as "no mail server". */
export const statusName = (status: string): string => wordOf(status.replaceAll("-", " "));

type Props = { status: string; tone: Tone; attempts: number; lastError: string | null };

/** The status of an email or a notification, and why its last attempt failed. */
export const SentStatus = ({ status, tone, attempts, lastError }: Props) => (
  <>
    <Chip tone={tone}>{statusName(status)}</Chip>
    {lastError && (
      <div className="faint small">
        {lastError} {attempts > 1 && t`(${attempts} attempts)`}
      </div>
    )}
  </>
);
