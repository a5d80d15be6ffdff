import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";

/** Breadcrumb of a page: the way back to its list. */
export const Crumb = ({ children }: { children: ReactNode }) => (
  <nav className="crumb" aria-label={t`Breadcrumb`}>
    {children}
  </nav>
);
