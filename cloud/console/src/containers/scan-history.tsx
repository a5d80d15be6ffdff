import type { Scan } from "@container-inspection/shared-schemas";
import { imageUrl } from "../api.ts";
import { TimeAgo } from "../ui/time-ago.tsx";

type Props = {
  scans: Scan[];
  shownId: string | undefined;
  newestId: string | undefined;
  /** Called with a scan to keep showing, or undefined to follow the newest. */
  onChoose: (scanId: string | undefined) => void;
};

/** The last scans as small pictures, newest first. */
export function ScanHistory({ scans, shownId, newestId, onChoose }: Props) {
  return (
    <section className="card">
      <h2>Scans</h2>
      <div className="history">
        {scans.map((scan) => (
          <button
            key={scan.id}
            type="button"
            className={scan.id === shownId ? "history-item shown" : "history-item"}
            onClick={() => onChoose(scan.id === newestId ? undefined : scan.id)}
          >
            {scan.image && <img src={imageUrl(scan.container.id, scan.id)} alt="" loading="lazy" />}
            <span>
              <TimeAgo at={scan.timestamp} />
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
