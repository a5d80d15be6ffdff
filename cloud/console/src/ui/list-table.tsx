import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";
import { Pager } from "./pager.tsx";
import type { Listing } from "./use-listing.ts";

type Props<Item> = {
  listing: Listing;
  /** The page of the list as it was read, or why it could not be. */
  query: { data: { items: Item[]; nextCursor: string | null } | undefined; error: Error | null };
  /** What the columns are called; an empty name heads the buttons. */
  columns: string[];
  /** The message for an empty list. */
  empty: string;
  /** One item as a row. */
  children: (item: Item) => ReactNode;
};

/** One page of a list as a table, with the ways to the next; it scrolls sideways where the screen is too narrow. */
export function ListTable<Item>({ listing, query: { data, error }, columns, empty, children }: Props<Item>) {
  if (error) return <Notice title="The list cannot be shown">{error.message}</Notice>;
  if (!data) return null;
  return (
    <>
      {data.items.length === 0 ? (
        <Notice title="Nothing here">{empty}</Notice>
      ) : (
        <section className="card list-table">
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column}>{column || <span className="unseen">Actions</span>}</th>
                ))}
              </tr>
            </thead>
            <tbody>{data.items.map(children)}</tbody>
          </table>
        </section>
      )}
      <Pager listing={listing} nextCursor={data.nextCursor} />
    </>
  );
}
