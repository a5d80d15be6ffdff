import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useManifests } from "../containers/containers-api.ts";
import { DeclaredGoods } from "../containers/declared-goods.tsx";
import { textIn } from "../shell/search.ts";
import { weightOf } from "../containers/weight-of.ts";

/** All that the attached manifests declare. */
export function ManifestTab({ ids, containerNumber }: { ids: readonly string[]; containerNumber: string }) {
  const { manifests, isLoading } = useManifests(ids);
  if (ids.length === 0)
    return (
      <Notice title={t`No manifest is attached`}>
        <Trans>
          A manifest with this container number attaches by itself.{" "}
          <Link to="/manifests/new" search={{ number: containerNumber }}>
            Create one
          </Link>
        </Trans>
      </Notice>
    );
  return (
    <div className="column">
      {isLoading && <ListSkeleton rows={3} />}
      {manifests.map((manifest) => (
        <div key={manifest.id} className="manifest">
          <DeclaredGoods manifest={manifest} isOneOfSeveral={manifests.length > 1} />
          <ManifestFacts manifest={manifest} />
        </div>
      ))}
    </div>
  );
}

/** Parties, vessel, route and weights of a manifest; inner values appear as their senders wrote them. */
function ManifestFacts({ manifest }: { manifest: Manifest }) {
  const facts: [string, string | undefined][] = [
    [t`Bill of lading`, manifest.billOfLading ?? undefined],
    [t`Container number`, manifest.containerNumber ?? undefined],
    [t`Container type`, manifest.containerType ?? undefined],
    [t`Vessel`, wordsOf(manifest.vessel, "name", "voyageNumber", "imoNumber", "flag")],
    [t`Origin`, wordsOf(manifest.origin, "name", "unLocationCode", "countryCode")],
    [t`Destination`, wordsOf(manifest.destination, "name", "unLocationCode", "countryCode")],
    [t`Shipper`, wordsOf(manifest.shipper, "partyName", "name", "identifyingCode")],
    [t`Consignee`, wordsOf(manifest.consignee, "partyName", "name", "identifyingCode")],
    [t`Gross weight`, weightOf(manifest.weight, "gross")],
    [t`Net weight`, weightOf(manifest.weight, "net")],
    [t`Created by`, manifest.createdBy.email],
  ];
  return (
    <dl className="card facts">
      <div className="fact">
        <dt>{t`Manifest`}</dt>
        <dd>
          <Link to="/manifests/$id" params={{ id: manifest.id }}>{t`Open, edit, history`}</Link>
        </dd>
      </div>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

type Inner = Record<string, unknown> | null;

const wordsOf = (inner: Inner, ...names: string[]): string | undefined =>
  names.flatMap((name) => textIn(inner ?? {}, name) ?? []).join(" · ") || undefined;
