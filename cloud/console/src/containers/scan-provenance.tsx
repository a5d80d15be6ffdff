import type { RecordProvenance } from "@container-inspection/shared-schemas/provenance";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip, type Tone } from "../ui/chip.tsx";

/** The tone, label and meaning of a chip. */
type Shown = readonly [Tone, string, string];

const signatures = (): Record<RecordProvenance["signature"], Shown> => ({
  signed: ["good", t`signed`, t`Signed with the key that was registered for the device.`],
  unsigned: ["neutral", t`unsigned`, t`The device had no registered signing key.`],
  missing: ["caution", t`signature missing`, t`The device has a signing key and did not sign this record.`],
  invalid: ["bad", t`signature invalid`, t`No key that was registered at that time matches the signature.`],
});

const chains = (): Record<RecordProvenance["chain"], Shown> => ({
  ok: ["good", t`chain ok`, t`Follows the previous record of its camera.`],
  waiting: ["info", t`chain waiting`, t`The previous record of its camera has not arrived yet.`],
  gap: ["caution", t`chain gap`, t`The previous record of its camera is missing.`],
  fork: ["bad", t`chain fork`, t`Another record follows the same one: the device may have been copied.`],
  "foreign-device": ["bad", t`foreign device`, t`Another device has this device name, and a key of its own.`],
  replay: ["bad", t`replay`, t`The same record had been delivered before.`],
});

/** Integrity and order of a scan's record; renders nothing for scans by users. */
export function ScanProvenance({ provenance }: { provenance: RecordProvenance | null }) {
  if (!provenance) return null;
  const { sequence, recordSha256, replaces } = provenance;
  return (
    <p className="scan-provenance">
      {[signatures()[provenance.signature], chains()[provenance.chain]].map(([tone, label, meaning]) => (
        <Chip key={label} tone={tone} title={meaning}>
          {label}
        </Chip>
      ))}{" "}
      <span className="faint small" title={`SHA-256 ${recordSha256}`}>
        <Trans>
          record {sequence} · {recordSha256.slice(0, 12)}
        </Trans>
      </span>
      {replaces && (
        <span className="faint small">
          {" "}
          <Trans>· first on new hardware, follows record {replaces.sequence} of the previous one</Trans>
        </span>
      )}
    </p>
  );
}
