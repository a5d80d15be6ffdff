import { t } from "@lingui/core/macro";
/** Grey rows in place of a list that is being read. */
export const ListSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className="skeletons" role="img" aria-label={t`Loading`}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className="skeleton skeleton-row" />
    ))}
  </div>
);

/** Keeps the place of a part that may turn out to be nothing: what follows it appears once it is read. */
export const Unread = () => <span className="skeleton" hidden />;

/** Grey blocks in place of a page that is being read: its heading, a picture and a column beside it. */
export const PageSkeleton = () => (
  <div role="img" aria-label={t`Loading`}>
    <div className="skeleton skeleton-title" />
    <div className="split">
      <div className="skeleton skeleton-picture" />
      <div className="skeletons">
        <div className="skeleton skeleton-card" />
        <div className="skeleton skeleton-card" />
      </div>
    </div>
  </div>
);
