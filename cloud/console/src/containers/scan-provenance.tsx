import type { RecordProvenance } from "@container-inspection/shared-schemas";
import { Chip, type Tone } from "../ui/chip.tsx";

/** The tone and label of a chip, and what it means. */
type Shown = readonly [Tone, string, string];

const SIGNATURES: Record<RecordProvenance["signature"], Shown> = {
  signed: ["good", "signed", "Signed with the key that was registered for the device."],
  unsigned: ["neutral", "unsigned", "The device had no registered signing key."],
  missing: ["caution", "signature missing", "The device has a signing key and did not sign this record."],
  invalid: ["bad", "signature invalid", "No key that was registered at that time matches the signature."],
};

const CHAINS: Record<RecordProvenance["chain"], Shown> = {
  ok: ["good", "chain ok", "Follows the previous record of its camera."],
  waiting: ["info", "chain waiting", "The previous record of its camera has not arrived yet."],
  gap: ["caution", "chain gap", "The previous record of its camera is missing."],
  fork: ["bad", "chain fork", "Another record follows the same one: the device may have been copied."],
  replay: ["bad", "replay", "The same record had been delivered before."],
};

/** Whether the record of a scan is unchanged and in order; renders nothing for scans by users. */
export function ScanProvenance({ provenance }: { provenance: RecordProvenance | null }) {
  if (!provenance) return null;
  const { sequence, recordSha256, replaces } = provenance;
  return (
    <p className="scan-provenance">
      {[SIGNATURES[provenance.signature], CHAINS[provenance.chain]].map(([tone, label, meaning]) => (
        <Chip key={label} tone={tone} title={meaning}>
          {label}
        </Chip>
      ))}{" "}
      <span className="faint small" title={`SHA-256 ${recordSha256}`}>
        record {sequence} · {recordSha256.slice(0, 12)}
      </span>
      {replaces && (
        <span className="faint small">
          {" "}
          · first on new hardware, follows record {replaces.sequence} of the previous one
        </span>
      )}
    </p>
  );
}
