import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page-title.tsx";

/** Notice for an address that no page has. */
export const PageNotFound = () => (
  <>
    <div className="page-head">
      <PageTitle title={t`Page not found`} />
    </div>
    <Notice title={t`No page has this address`}>
      <Trans>
        Check the address, or go to <Link to="/containers">the containers</Link>.
      </Trans>
    </Notice>
  </>
);
