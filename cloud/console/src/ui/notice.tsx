import type { ReactNode } from "react";

/** A quiet card for an empty list, a missing thing or a failure. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="card notice">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
    </section>
  );
}
