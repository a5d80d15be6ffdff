import { problemOf } from "../api/api-error.ts";
import { PageTitle } from "./page-title.tsx";
import { Notice } from "./notice.tsx";

/** A page whose subject cannot be shown: the problem as its heading, and the service's message. */
export const PageProblem = ({ title, error }: { title: string; error: unknown }) => (
  <>
    <div className="page-head">
      <PageTitle title={title} />
    </div>
    <Notice>{problemOf(error)}</Notice>
  </>
);
