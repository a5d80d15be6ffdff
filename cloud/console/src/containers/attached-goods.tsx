import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useManifests } from "./containers-api.ts";
import { DeclaredGoods } from "./declared-goods.tsx";

type Props = { container: Container; scan: Scan | undefined };

/** The goods that the attached manifests declare, each line with the findings of the scan. */
export function AttachedGoods({ container, scan }: Props) {
  const { manifests, isLoading } = useManifests(container.manifestIds);
  return (
    <>
      {manifests.map((manifest) => (
        <DeclaredGoods
          key={manifest.id}
          manifest={manifest}
          isOneOfSeveral={manifests.length > 1}
          findings={scan?.manifestMatch?.findings}
        />
      ))}
      {isLoading && <ListSkeleton rows={3} />}
    </>
  );
}
