import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { t } from "@lingui/core/macro";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Chip } from "../ui/chip.tsx";
import { NumberCheckChip } from "./container-chips.tsx";

/** The field of a container number, which shows its check digit while it is typed. */
export function NumberField({ field, typed = "" }: { field: UseFormRegisterReturn; typed: string | undefined }) {
  const number = parseContainerNumber(typed);
  return (
    <>
      <label className="faint">
        {t`Container number`}
        <input className="number" {...field} required autoFocus autoComplete="off" autoCapitalize="characters" />
      </label>
      <p role="status">
        {number?.check === "valid" ? <Chip tone="good">{t`check digit right`}</Chip> : null}
        {number && <NumberCheckChip check={number.check} />}
      </p>
    </>
  );
}
