import type { Listing } from "./use-listing.ts";

/** The ways to the neighbouring pages of a list that is newest first. */
export function Pager({ listing, nextCursor }: { listing: Listing; nextCursor: string | null | undefined }) {
  const { newer, older } = listing;
  return (
    <div className="pages">
      {newer && (
        <button type="button" className="quiet" onClick={newer}>
          ← Newer
        </button>
      )}
      {nextCursor && (
        <button type="button" className="quiet" onClick={() => older(nextCursor)}>
          Older →
        </button>
      )}
    </div>
  );
}
