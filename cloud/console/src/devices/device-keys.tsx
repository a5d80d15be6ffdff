import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** The keys that work now: after a change the previous one overlaps with the new one until it ends. */
export function DeviceKeys({ device: { keys, joinCodeExpiresAt, source } }: { device: EdgeDeviceDetail }) {
  return (
    <section className="card table-card" aria-label="Keys">
      <h2>Keys</h2>
      {joinCodeExpiresAt && (
        <p>
          <Chip tone="info">join code open</Chip>{" "}
          <span className="faint">
            expires <TimeAgo at={joinCodeExpiresAt} />
          </span>
        </p>
      )}
      {keys.length === 0 ? (
        <p className="faint">{source === "shared-key" ? "It uses the shared key." : "No usable key."}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Begins with</th>
              <th>Created</th>
              <th>Last used</th>
              <th>Ends</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ hint, createdAt, lastUsedAt, endsAt }) => (
              <tr key={hint + createdAt}>
                <td className="number">{hint}</td>
                <td>
                  <TimeAgo at={createdAt} />
                </td>
                <td>{lastUsedAt ? <TimeAgo at={lastUsedAt} /> : "never"}</td>
                <td>{endsAt ? <TimeAgo at={endsAt} /> : <span className="faint">newest</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
