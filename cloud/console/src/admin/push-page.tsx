import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { PUSH_STATUSES } from "../shell/choices.ts";
import type { Tone } from "../ui/chip.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { usePushDeliveries } from "./admin-api.ts";
import { SentStatus, statusName } from "./sent-status.tsx";

type Status = (typeof PUSH_STATUSES)[number];

const TONE: Record<Status, Tone> = {
  pending: "info",
  sent: "good",
  failed: "bad",
  dropped: "neutral",
  "no-push-service": "caution",
};

const route = getRouteApi("/shell/admin/push-deliveries");

/** The notifications that were sent to phones and browsers, newest first, and why some did not arrive. */
export function PushPage() {
  const { status, phone, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePushDeliveries({ status, deviceId: phone, cursor });
  const filter = (changed: { status?: Status | undefined; phone?: string | undefined }) =>
    void navigate({ search: { status, phone, ...changed }, replace: true, resetScroll: false });
  return (
    <>
      <search className="filters">
        <SearchField
          label={t`Id of the phone or browser`}
          value={phone ?? ""}
          search={(text) => filter({ phone: text || undefined })}
        />
        <select
          aria-label={t`Status`}
          value={status ?? ""}
          onChange={({ target }) => filter({ status: PUSH_STATUSES.find((known) => known === target.value) })}
        >
          <option value="">{t`Any status`}</option>
          {PUSH_STATUSES.map((known) => (
            <option key={known} value={known}>
              {statusName(known)}
            </option>
          ))}
        </select>
      </search>
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Notification`, t`Phone or browser`, t`Status`, t`When`]}
        empty={status || phone ? t`No matching notifications.` : t`No notifications yet. They are kept for 30 days.`}
      >
        {(delivery) => <PushRow key={delivery.id} delivery={delivery} />}
      </ListTable>
    </>
  );
}

type Delivery = NonNullable<ReturnType<typeof usePushDeliveries>["data"]>["items"][number];

const PushRow = ({ delivery }: { delivery: Delivery }) => {
  const { title, body, channel, deviceId, status, attempts, lastError, createdAt } = delivery;
  return (
    <tr aria-label={title}>
      <td>
        {title}
        <div className="faint small">
          <bdi>{body}</bdi>
        </div>
      </td>
      <td>
        {channel === "web" && <>{t`browser`} </>}
        <bdi>{deviceId}</bdi>
      </td>
      <td>
        <SentStatus tone={TONE[status]} {...{ status, attempts, lastError }} />
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
    </tr>
  );
};
