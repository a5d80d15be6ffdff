import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NumberCheckChip } from "../containers/container-chips.tsx";
import { ATTACHED, MANIFEST_STATUSES } from "../shell/choices.ts";
import { PageActions } from "../ui/page-actions.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { TotalOf } from "../ui/list-total.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { textAt } from "./inner-values.ts";
import { ManifestChip } from "./manifest-chip.tsx";
import { useManifestList } from "./manifests-api.ts";
import { wordOf } from "../language/words.ts";

const route = getRouteApi("/shell/manifests");

/** The manifests that the caller may see, newest first. */
export function ManifestsPage(): ReactNode {
  const { q, number, status, attached, cursor } = route.useSearch();
  const isAttached = attached && attached === "yes";
  const query = useManifestList({ q, status, containerNumber: number, attached: isAttached, cursor });
  const isNarrowed = [q, number, status, attached].some((value) => value !== undefined);
  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Manifests`} />
        <TotalOf total={query.data?.total} nameOf={(count) => plural(count, { one: "manifest", other: "manifests" })} />
        <PageActions>
          <Link to="/manifests/import" className="quiet button push">{t`Import a file`}</Link>
          <Link to="/manifests/new" className="quiet button">{t`New manifest`}</Link>
        </PageActions>
      </div>
      <ManifestFilters isNarrowed={isNarrowed} />
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Bill of lading`, t`Container`, t`Status`, t`Goods`, t`Created by`, t`Created`]}
        empty={
          isNarrowed ? t`No matching manifests. Change the search or the filters.` : t`Import a file, or create one.`
        }
      >
        {(manifest) => <ManifestRow key={manifest.id} manifest={manifest} />}
      </ListTable>
    </>
  );
}

function ManifestFilters({ isNarrowed }: { isNarrowed: boolean }) {
  const { cursor: _cursor, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: typeof filter) =>
    void navigate({ search: { ...filter, ...changed }, replace: true, resetScroll: false });
  return (
    <search className="container-filters">
      <SearchField
        label={t`Search manifests`}
        placeholder={t`Part of a bill of lading or container number`}
        value={filter.q ?? ""}
        search={(text) => change({ q: text || undefined })}
      />
      <SearchField
        label={t`Whole container number`}
        value={filter.number ?? ""}
        search={(text) => change({ number: text || undefined })}
      />
      <select
        aria-label={t`Status`}
        value={filter.status ?? ""}
        className={filter.status && "chosen"}
        onChange={({ target }) => change({ status: MANIFEST_STATUSES.find((status) => status === target.value) })}
      >
        <option value="">{t`Status: any`}</option>
        {MANIFEST_STATUSES.map((status) => (
          <option key={status} value={status}>
            {wordOf(status.toLowerCase())}
          </option>
        ))}
      </select>
      <select
        aria-label={t`Attached`}
        value={filter.attached ?? ""}
        className={filter.attached && "chosen"}
        onChange={({ target }) => change({ attached: ATTACHED.find((word) => word === target.value) })}
      >
        <option value="">{t`Attached or not`}</option>
        <option value="yes">{t`Attached to a container`}</option>
        <option value="no">{t`Not attached`}</option>
      </select>
      {isNarrowed && (
        <button
          type="button"
          className="quiet"
          onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}
        >
          <Trans>Clear filters</Trans>
        </button>
      )}
    </search>
  );
}

function ManifestRow({ manifest }: { manifest: Manifest }) {
  const { id, billOfLading, containerNumber, numberCheck, containerId, status, createdBy, createdAt } = manifest;
  return (
    <tr>
      <td className="bill">
        <Link to="/manifests/$id" params={{ id }}>
          <bdi>{billOfLading ?? t`No bill of lading`}</bdi>
        </Link>
      </td>
      <td>
        <span className="number">{containerNumber ?? "–"}</span>{" "}
        {numberCheck && <NumberCheckChip check={numberCheck} />}
        <div className="faint small">{containerId === null ? t`not attached` : t`attached`}</div>
      </td>
      <td>
        <ManifestChip status={status} />
      </td>
      <td>{goodsOf(manifest)}</td>
      <td className="faint bill">
        <bdi>{createdBy.email}</bdi>
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
    </tr>
  );
}

/** The first goods, and how many lines follow. */
function goodsOf({ declaredGoods }: Manifest) {
  if (!declaredGoods) return <span className="faint">{t`not stated`}</span>;
  const [first, ...others] = declaredGoods;
  if (!first) return t`declared empty`;
  const description = textAt(first, "description") || t`no description`;
  return (
    <>
      <bdi className="goods-words">{description}</bdi>
      {others.length > 0 && (
        <div className="faint small">
          {plural(others.length, { one: "and # more line", other: "and # more lines" })}
        </div>
      )}
    </>
  );
}
