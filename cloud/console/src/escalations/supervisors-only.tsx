import { t } from "@lingui/core/macro";
import { PageTitle } from "../ui/page-title.tsx";
import { Notice } from "../ui/notice.tsx";

/** Notice in place of the queue, for users who may not see it. */
export const SupervisorsOnly = () => (
  <>
    <div className="page-head">
      <PageTitle title={t`Only supervisors see the escalations`} />
    </div>
    <Notice>{t`Ask an admin for the supervisor role.`}</Notice>
  </>
);
