import { Link } from "@tanstack/react-router";
import { Notice } from "../ui/notice.tsx";
import { PageTitle } from "./page-title.tsx";

/** What an address shows that no page has. */
export const PageNotFound = () => (
  <>
    <div className="page-head">
      <PageTitle title="Page not found" />
    </div>
    <Notice title="No page has this address">
      Check the address, or go to <Link to="/containers">the containers</Link>.
    </Notice>
  </>
);
