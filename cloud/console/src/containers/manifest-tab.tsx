import type { Manifest } from "@container-inspection/shared-schemas";
import { Link } from "@tanstack/react-router";
import { Notice } from "../ui/notice.tsx";
import { useManifests } from "./containers-api.ts";
import { DeclaredGoods } from "./declared-goods.tsx";
import { textIn } from "../shell/search.ts";
import { weightOf } from "./weight-of.ts";

/** All that the attached manifests declare. */
export function ManifestTab({ ids, containerNumber }: { ids: readonly string[]; containerNumber: string }) {
  const manifests = useManifests(ids);
  if (ids.length === 0)
    return (
      <Notice title="No manifest is attached">
        A manifest with this container number attaches by itself.{" "}
        <Link to="/manifests/new" search={{ number: containerNumber }}>
          Create one
        </Link>
      </Notice>
    );
  return (
    <div className="column">
      {manifests.map((manifest) => (
        <div key={manifest.id} className="manifest">
          <DeclaredGoods manifest={manifest} isOneOfSeveral={manifests.length > 1} />
          <ManifestFacts manifest={manifest} />
        </div>
      ))}
    </div>
  );
}

/** Who sends what from where to where; inner values come as their senders wrote them. */
function ManifestFacts({ manifest }: { manifest: Manifest }) {
  const facts: [string, string | undefined][] = [
    ["Bill of lading", manifest.billOfLading ?? undefined],
    ["Container number", manifest.containerNumber ?? undefined],
    ["Container type", manifest.containerType ?? undefined],
    ["Vessel", wordsOf(manifest.vessel, "name", "voyageNumber", "imoNumber", "flag")],
    ["Origin", wordsOf(manifest.origin, "name", "unLocationCode", "countryCode")],
    ["Destination", wordsOf(manifest.destination, "name", "unLocationCode", "countryCode")],
    ["Shipper", wordsOf(manifest.shipper, "partyName", "name", "identifyingCode")],
    ["Consignee", wordsOf(manifest.consignee, "partyName", "name", "identifyingCode")],
    ["Gross weight", weightOf(manifest.weight, "gross")],
    ["Net weight", weightOf(manifest.weight, "net")],
    ["Created by", manifest.createdBy.email],
  ];
  return (
    <dl className="card facts">
      <div className="fact">
        <dt>Manifest</dt>
        <dd>
          <Link to="/manifests/$id" params={{ id: manifest.id }}>
            Open, edit, history
          </Link>
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
