import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { setSigningKeyRequest } from "@container-inspection/shared-schemas/signing-keys";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { chainUrl, setSigningKey } from "./edge-devices-api.ts";
import { wordOf } from "../language/words.ts";

/** Signing keys of a device's records, and breaks in its chains of records. */
export function DeviceRecords({ device }: { device: EdgeDeviceDetail }) {
  const { id, signingKeys, chainBreaks, state } = device;
  return (
    <section className="card table-card wide" aria-label={t`Records`}>
      <div className="card-head">
        <h2>{t`Signatures of its records`}</h2>
        <a href={chainUrl(id)} className="quiet button" download>{t`Export the chains`}</a>
      </div>
      {signingKeys.length === 0 && <p className="faint">{t`No key: its records are not signed.`}</p>}
      {signingKeys.map(({ fingerprint, registeredAt, replacedAt }) => (
        <p key={fingerprint}>
          <span className="number small fingerprint">{fingerprint}</span>{" "}
          <span className="faint small">
            {replacedAt ? (
              <Trans>
                since <TimeAgo at={registeredAt} />, replaced <TimeAgo at={replacedAt} />
              </Trans>
            ) : (
              <Trans>
                since <TimeAgo at={registeredAt} />
              </Trans>
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
  <table aria-label={t`Breaks of chains`}>
    <thead>
      <tr>
        <th>{t`Problem`}</th>
        <th>{t`Camera`}</th>
        <th>{t`Record`}</th>
        <th>{t`Found`}</th>
        <th>{t`Closed`}</th>
      </tr>
    </thead>
    <tbody>
      {breaks.map(({ id, problem, cameraId, kind, sequence, detectedAt, closedAt }) => (
        <tr key={id}>
          <td>
            <Chip tone={closedAt ? "neutral" : "bad"}>{wordOf(problem.replaceAll("-", " "))}</Chip>
          </td>
          <td>
            <Link to="/cameras/$cameraId" params={{ cameraId }}>
              <bdi>{cameraId}</bdi>
            </Link>
          </td>
          <td>
            {wordOf(kind)} {sequence}
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

/** Form for devices that were not joined: the user copies the key that `edge-agent signing-key` prints. */
function SigningKeyForm({ id }: { id: string }) {
  const { write, busy, problem } = useWrite(setSigningKey, ["devices"]);
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: setSigningKeyRequest,
    defaults: { signingKey: "", proof: "" },
    draft: `signing key ${id}`,
  });
  const submit = handleSubmit(async (key) => {
    if (await write({ id, ...key }, () => announce(t`Signing key set`))) clear();
  });
  const { signingKey: invalidKey, proof: invalidProof } = formState.errors;
  return (
    <details>
      <summary>{t`Set another key`}</summary>
      <form className="inline-form" onSubmit={(event) => void submit(event)}>
        <input
          aria-label={t`Public key`}
          placeholder={t`Public key, as edge-agent signing-key prints it`}
          required
          {...register("signingKey")}
        />
        <input aria-label={t`Proof`} placeholder={t`Proof, printed below the key`} required {...register("proof")} />
        <button type="submit" disabled={busy}>{t`Set key`}</button>
      </form>
      <Problem text={problem ?? (invalidKey?.message && t`The key ${invalidKey.message}.`)} />
      <Problem text={invalidProof?.message && t`The proof ${invalidProof.message}.`} />
    </details>
  );
}
