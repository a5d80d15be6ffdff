import { Link } from "react-router";
import { useContainers } from "../api.ts";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** The cameras that the newest scans came from. */
export function CamerasPage() {
  const { data, error } = useContainers({ q: "", status: undefined, cursor: undefined });
  if (error) return <Notice title="The cameras cannot be shown">{error.message}</Notice>;
  if (!data) return null;

  const lastScans = new Map<string, string>();
  for (const { categoryScan } of data.items) {
    if (!categoryScan?.cameraId) continue;
    const before = lastScans.get(categoryScan.cameraId);
    if (!before || before < categoryScan.timestamp) lastScans.set(categoryScan.cameraId, categoryScan.timestamp);
  }
  return (
    <>
      <div className="page-head">
        <h1>Cameras</h1>
      </div>
      {lastScans.size === 0 && <Notice title="No cameras yet">A camera shows up here with its first scan.</Notice>}
      <ul className="container-list">
        {[...lastScans].map(([cameraId, at]) => (
          <li key={cameraId}>
            <Link to={`/cameras/${encodeURIComponent(cameraId)}`} className="card container-row">
              <strong>{cameraId}</strong>
              <span className="faint">
                last scan <TimeAgo at={at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
