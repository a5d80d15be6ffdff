import type { ReactNode } from "react";

export type Tone = "neutral" | "good" | "caution" | "bad" | "info" | State;
/** State of a container, in the colours that outrank all others (DESIGN.md). */
type State = "held" | "escalated" | "inspect" | "cleared";

/** A short word with a colour that supports it and never replaces it. */
export function Chip({ tone = "neutral", title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`chip chip-${tone}`} title={title}>
      {children}
    </span>
  );
}
