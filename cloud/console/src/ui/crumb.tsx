import type { ReactNode } from "react";

/** Where a page stands: the way back to its list. */
export const Crumb = ({ children }: { children: ReactNode }) => (
  <nav className="crumb" aria-label="Breadcrumb">
    {children}
  </nav>
);
