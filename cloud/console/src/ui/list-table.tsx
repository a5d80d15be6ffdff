import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { ListProblem } from "./list-problem.tsx";
import { Notice } from "./notice.tsx";
import { Pager } from "./pager.tsx";
import { ListSkeleton } from "./skeleton.tsx";

type Props<Item> = {
  cursor: string | undefined;
  /** The page of the list as it was read, or why it could not be. */
  query: { data: { items: Item[]; nextCursor: string | null } | undefined; error: unknown };
  /** Names of the columns; an empty name heads the buttons. */
  columns: string[];
  /** The message for an empty list. */
  empty: string;
  /** One item as a row. */
  children: (item: Item) => ReactNode;
};

/** One page of a list as a table, with the ways to the next; it scrolls sideways where the screen is too narrow. */
export function ListTable<Item>({ cursor, query: { data, error }, columns, empty, children }: Props<Item>) {
  return (
    <>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <Notice title={t`Nothing here`}>{empty}</Notice>}
      {data && data.items.length > 0 && (
        <section className="card list-table">
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column}>{column || <span className="unseen">{t`Actions`}</span>}</th>
                ))}
              </tr>
            </thead>
            <tbody>{data.items.map(children)}</tbody>
          </table>
        </section>
      )}
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}
