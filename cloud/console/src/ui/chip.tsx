import type { ReactNode } from "react";

export type Tone = "neutral" | "good" | "caution" | "bad" | "info";

/** A short word with a colour that supports it and never replaces it. */
export function Chip({ tone = "neutral", title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`chip chip-${tone}`} title={title}>
      {children}
    </span>
  );
}
