import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ListProblem } from "../ui/list-problem.tsx";
import { Unread } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useUnmappedClasses } from "./category-map-api.ts";

/** Lists the classes of cargo scans that the map does not name, for the user who keeps it; nothing without any. */
export function UnmappedClasses() {
  const { data: classes = [], error, isLoading } = useUnmappedClasses();
  if (isLoading) return <Unread />;
  if (error) return <ListProblem error={error} />;
  if (classes.length === 0) return null;
  return (
    <section className="card list-table" aria-label={t`Classes that the map does not name`}>
      <table>
        <caption>
          {t`Classes that the map does not name, in scans of the last 30 days. A container that shows one is at least yellow: add the name to a class of the map, or to the alerts of a rule set.`}
        </caption>
        <thead>
          <tr>
            <th>{t`Class`}</th>
            <th>{t`Scans`}</th>
            <th>{t`Last seen`}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map(({ className, scans, lastSeenAt }) => (
            <tr key={className}>
              <td>
                <Link to="/containers" search={{ class: className }}>
                  <bdi>{className}</bdi>
                </Link>
              </td>
              <td>{scans}</td>
              <td className="faint">
                <TimeAgo at={lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
