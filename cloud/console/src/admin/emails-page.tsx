import type { EmailKind, EmailStatus } from "@container-inspection/shared-schemas/emails";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useWrite } from "../api/use-write.ts";
import { EMAIL_STATUSES } from "../shell/choices.ts";
import type { Tone } from "../ui/chip.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { retryEmail, useEmailJobs } from "./admin-api.ts";
import { SentStatus, statusName } from "./sent-status.tsx";

const TONE: Record<EmailStatus, Tone> = {
  pending: "info",
  sent: "good",
  failed: "bad",
  "no-mail-server": "caution",
};

const emailKinds = (): Record<EmailKind, string> => ({
  invite: t`invite`,
  "password-reset": t`password reset`,
  "verify-email": t`address to confirm`,
  "change-email": t`new address to confirm`,
  "email-change-notice": t`notice of a new address`,
  "second-factor-notice": t`notice of a changed second factor`,
  "second-factor-reset": t`notice of a reset second factor`,
  alert: t`alert`,
  "shift-report": t`shift report`,
});

const route = getRouteApi("/shell/admin/emails");

/** The emails, newest first, with their status. Failed ones can be sent again. */
export function EmailsPage() {
  const { status, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useEmailJobs({ status, cursor });
  const { write, busy, problem } = useWrite(retryEmail, ["emails"]);
  const filter = (value: string) => {
    const chosen = EMAIL_STATUSES.find((known) => known === value);
    void navigate({ search: { status: chosen }, replace: true, resetScroll: false });
  };
  return (
    <>
      <search className="filters">
        <select aria-label={t`Status`} value={status ?? ""} onChange={(event) => filter(event.target.value)}>
          <option value="">{t`Any status`}</option>
          {EMAIL_STATUSES.map((known) => (
            <option key={known} value={known}>
              {statusName(known)}
            </option>
          ))}
        </select>
      </search>
      <Problem text={problem} />
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`To`, t`What`, t`Status`, t`When`, ""]}
        empty={t`No emails yet.`}
      >
        {(job) => <EmailRow key={job.id} job={job} retry={() => void write(job.id)} busy={busy} />}
      </ListTable>
    </>
  );
}

type EmailJob = NonNullable<ReturnType<typeof useEmailJobs>["data"]>["items"][number];

function EmailRow({ job, retry, busy }: { job: EmailJob; retry: () => void; busy: boolean }) {
  const { to, kind, subject, status, attempts, lastError, link, linkExpiresAt, createdAt } = job;
  const canRetry = (status === "failed" || status === "no-mail-server") && Date.parse(linkExpiresAt) > Date.now();
  return (
    <tr aria-label={t`${emailKinds()[kind]} to ${to}`}>
      <td>{to}</td>
      <td title={subject}>{emailKinds()[kind]}</td>
      <td>
        <SentStatus tone={TONE[status]} {...{ status, attempts, lastError }} />
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
      <td>
        {link && <CopyButton text={link}>{t`Copy the link`}</CopyButton>}
        {canRetry && <button type="button" className="quiet" disabled={busy} onClick={retry}>{t`Send again`}</button>}
      </td>
    </tr>
  );
}
