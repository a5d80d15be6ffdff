import type { ReactNode } from "react";

type Props = { leadsTo: string; label?: string; children: ReactNode };

/** Lights up what belongs to the thing around it while it has the focus, and brings that into view when pressed. */
export function LitButton({ leadsTo, label, children }: Props) {
  const lead = () => document.querySelector(leadsTo)?.scrollIntoView({ block: "center" });
  return (
    <button type="button" className="lit-button" aria-label={label} onClick={lead}>
      {children}
    </button>
  );
}
