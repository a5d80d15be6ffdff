import { t } from "@lingui/core/macro";
import { Ellipsis } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useIsPhone } from "./is-phone.ts";
import { Popover } from "./popover.tsx";

/** The actions of a page in its head; on a phone they are behind one button, so that the page begins at once. */
export const PageActions = ({ children }: { children: ReactNode }) =>
  useIsPhone() ? (
    <Popover label={t`Actions of the page`} className="quiet push" panel="sheet" content={<Icon of={Ellipsis} />}>
      {children}
    </Popover>
  ) : (
    children
  );
