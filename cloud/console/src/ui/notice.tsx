import type { ReactNode } from "react";

/** A quiet card for an empty list, a missing thing or a failure; under a heading that names it, without a title. */
export function Notice({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <section className="card notice">
      {title && <h2>{title}</h2>}
      {children && <p>{children}</p>}
    </section>
  );
}
