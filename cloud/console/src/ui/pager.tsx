import { t } from "@lingui/core/macro";
import { Link, useRouterState } from "@tanstack/react-router";

type Props = {
  cursor: string | undefined;
  /** Cursor of the next page, as far as it is known. */
  nextCursor: string | null | undefined;
};

/**
 * Links to the neighbouring pages of a list that is newest first. The address keeps the page, and the browser's history
 * the way to it; a page opened from elsewhere leads back to the first one.
 */
export function Pager({ cursor, nextCursor }: Props) {
  const trail = useRouterState({ select: ({ location }) => location.state.trail ?? [] });
  if (cursor === undefined && !nextCursor) return null;
  return (
    <nav className="pages" aria-label={t`Pages`}>
      {cursor !== undefined && (
        <PageLink cursor={trail.at(-1)} trail={trail.slice(0, -1)}>
          {trail.length > 0 ? t`← Newer` : t`← Newest`}
        </PageLink>
      )}
      {nextCursor && <PageLink cursor={nextCursor} trail={[...trail, cursor]}>{t`Older →`}</PageLink>}
    </nav>
  );
}

type PageLinkProps = { cursor: string | undefined; trail: (string | undefined)[]; children: string };

const PageLink = ({ cursor, trail, children }: PageLinkProps) => (
  <Link
    to="."
    search={(before: object) => ({ ...before, cursor })}
    state={{ trail }}
    activeProps={{}}
    className="quiet button"
  >
    {children}
  </Link>
);
