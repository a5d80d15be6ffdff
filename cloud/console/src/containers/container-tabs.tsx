import type { Container } from "@container-inspection/shared-schemas";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CONTAINER_TABS } from "../shell/choices.ts";

const route = getRouteApi("/shell/containers/$id");

/** The parts of a container's page, each with an address of its own. */
export function ContainerTabs({ container: { id, manifestIds } }: { container: Container }) {
  const { tab: shown } = route.useSearch();
  const names = {
    manifest: manifestIds.length > 1 ? `Manifests (${manifestIds.length})` : "Manifest",
    evidence: "Evidence",
    history: "History",
  };
  return (
    <nav className="tabs container-tabs" aria-label="Parts of the container">
      {[undefined, ...CONTAINER_TABS].map((tab) => (
        <Link
          key={tab ?? "scan"}
          to="/containers/$id"
          params={{ id }}
          search={(before) => ({ ...before, tab })}
          resetScroll={false}
          activeProps={{}}
          className={tab === shown ? "active" : undefined}
          aria-current={tab === shown ? "page" : undefined}
        >
          {tab ? names[tab] : "Scan"}
        </Link>
      ))}
    </nav>
  );
}
