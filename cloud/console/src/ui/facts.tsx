import { Fragment, type ReactNode } from "react";

/** List of facts by name; facts that are null or undefined are left out. */
export const Facts = ({ facts }: { facts: [name: string, value: ReactNode][] }) => (
  <dl className="facts">
    {facts.map(
      ([name, value]) =>
        value !== null &&
        value !== undefined && (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
