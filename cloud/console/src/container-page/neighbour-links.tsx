import { t } from "@lingui/core/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { type Neighbour, useNeighbours } from "../containers/neighbours.ts";
import { useKeys } from "../ui/use-keys.ts";

/** The ways to the containers before and after this one in the list that the user came from; also by k and j. */
export function NeighbourLinks({ id }: { id: string }) {
  const { previous, next } = useNeighbours(id);
  const navigate = useNavigate();
  const open = (to: Neighbour) => void navigate({ to: "/containers/$id", params: { id: to.id } });
  useKeys({ ...(previous && { k: () => open(previous) }), ...(next && { j: () => open(next) }) });
  return (
    <span className="neighbours">
      {previous && (
        <NeighbourLink to={previous} name={t`Previous container: ${previous.containerNumber}`} shortcut="k">
          {t`← Previous`}
        </NeighbourLink>
      )}
      {next && (
        <NeighbourLink to={next} name={t`Next container: ${next.containerNumber}`} shortcut="j">
          {t`Next →`}
        </NeighbourLink>
      )}
    </span>
  );
}

type Props = { to: Neighbour; name: string; shortcut: string; children: string };

const NeighbourLink = ({ to, name, shortcut, children }: Props) => (
  <Link to="/containers/$id" params={{ id: to.id }} title={name} aria-label={name} aria-keyshortcuts={shortcut}>
    {children}
  </Link>
);
