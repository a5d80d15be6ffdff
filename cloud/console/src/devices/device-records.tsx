import { type EdgeDeviceDetail, setSigningKeyRequest } from "@container-inspection/shared-schemas";
import { Link } from "@tanstack/react-router";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../shell/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { chainUrl, setSigningKey } from "./edge-devices-api.ts";

/** How the records of a device are signed and chained, and where a chain is not as it should be. */
export function DeviceRecords({ device }: { device: EdgeDeviceDetail }) {
  const { id, signingKeys, chainBreaks, state } = device;
  return (
    <section className="card table-card wide" aria-label="Records">
      <div className="card-head">
        <h2>Signatures of its records</h2>
        <a href={chainUrl(id)} className="quiet button" download>
          Export the chains
        </a>
      </div>
      {signingKeys.length === 0 && <p className="faint">No key: its records are not signed.</p>}
      {signingKeys.map(({ fingerprint, registeredAt, replacedAt }) => (
        <p key={fingerprint}>
          <span className="number small fingerprint">{fingerprint}</span>{" "}
          <span className="faint small">
            since <TimeAgo at={registeredAt} />
            {replacedAt && (
              <>
                , replaced <TimeAgo at={replacedAt} />
              </>
            )}
          </span>
        </p>
      ))}
      {chainBreaks.length > 0 && <Breaks breaks={chainBreaks} />}
      {state !== "revoked" && <SigningKeyForm id={id} />}
    </section>
  );
}

const Breaks = ({ breaks }: { breaks: EdgeDeviceDetail["chainBreaks"] }) => (
  <table aria-label="Breaks of chains">
    <thead>
      <tr>
        <th>Problem</th>
        <th>Camera</th>
        <th>Record</th>
        <th>Found</th>
        <th>Closed</th>
      </tr>
    </thead>
    <tbody>
      {breaks.map(({ id, problem, cameraId, kind, sequence, detectedAt, closedAt }) => (
        <tr key={id}>
          <td>
            <Chip tone={closedAt ? "neutral" : "bad"}>{problem.replaceAll("-", " ")}</Chip>
          </td>
          <td>
            <Link to="/cameras/$cameraId" params={{ cameraId }}>
              <bdi>{cameraId}</bdi>
            </Link>
          </td>
          <td>
            {kind} {sequence}
          </td>
          <td>
            <TimeAgo at={detectedAt} />
          </td>
          <td>{closedAt && <TimeAgo at={closedAt} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** For devices that were not joined: their key is copied from what `edge-agent signing-key` prints. */
function SigningKeyForm({ id }: { id: string }) {
  const { write, busy, problem } = useWrite(setSigningKey, ["devices"]);
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: setSigningKeyRequest,
    defaults: { signingKey: "" },
    draft: `signing key ${id}`,
  });
  const submit = handleSubmit(async ({ signingKey }) => {
    if (await write({ id, signingKey }, () => announce("Signing key set"))) clear();
  });
  const invalid = formState.errors.signingKey?.message;
  return (
    <details>
      <summary>Set another key</summary>
      <form className="inline-form" onSubmit={(event) => void submit(event)}>
        <input
          aria-label="Public key"
          placeholder="Public key, as edge-agent signing-key prints it"
          required
          {...register("signingKey")}
        />
        <button type="submit" disabled={busy}>
          Set key
        </button>
      </form>
      <Problem text={problem ?? (invalid && `The key ${invalid}.`)} />
    </details>
  );
}
