import type { Container } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CONTAINER_TABS } from "../shell/choices.ts";

const route = getRouteApi("/shell/containers/$id");

/** The parts of a container's page, each with its own address. */
export function ContainerTabs({ container: { id, manifestIds } }: { container: Container }) {
  const { tab: shown } = route.useSearch();
  const names = {
    manifest: manifestIds.length > 1 ? t`Manifests (${manifestIds.length})` : t`Manifest`,
    evidence: t`Evidence`,
    history: t`History`,
  };
  return (
    <nav className="tabs container-tabs" aria-label={t`Parts of the container`}>
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
          {tab ? names[tab] : t`Scan`}
        </Link>
      ))}
    </nav>
  );
}
