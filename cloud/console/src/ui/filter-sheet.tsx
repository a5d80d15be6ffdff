import { t } from "@lingui/core/macro";
import { SlidersHorizontal } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Popover } from "./popover.tsx";

/** The filters of a list behind one button, which counts those that are set. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const label = count > 0 ? t`Filters (${count})` : t`Filters`;
  return (
    <Popover
      label={label}
      className={count > 0 ? "filter-button" : "quiet filter-button"}
      panel="sheet"
      content={
        <>
          <Icon of={SlidersHorizontal} />
          <span>{label}</span>
        </>
      }
    >
      {children}
    </Popover>
  );
}
