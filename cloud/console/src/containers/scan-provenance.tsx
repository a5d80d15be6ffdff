import type { RecordProvenance } from "@container-inspection/shared-schemas";
import { Chip, type Tone } from "../ui/chip.tsx";

type Shown = { tone: Tone; label: string; meaning: string };

const SIGNATURES: Record<RecordProvenance["signature"], Shown> = {
  signed: { tone: "good", label: "signed", meaning: "Signed with the key that was registered for the device." },
  unsigned: { tone: "neutral", label: "unsigned", meaning: "The device had no registered signing key." },
  missing: {
    tone: "caution",
    label: "signature missing",
    meaning: "The device has a signing key and did not sign this.",
  },
  invalid: { tone: "bad", label: "signature invalid", meaning: "The signature is of no key that was registered then." },
};

const CHAINS: Record<RecordProvenance["chain"], Shown> = {
  ok: { tone: "good", label: "chain ok", meaning: "Follows the previous record of its camera." },
  waiting: { tone: "info", label: "chain waiting", meaning: "The previous record of its camera has not arrived yet." },
  gap: { tone: "caution", label: "chain gap", meaning: "The previous record of its camera is missing." },
  fork: {
    tone: "bad",
    label: "chain fork",
    meaning: "Another record follows the same one: the device may have been copied.",
  },
  replay: { tone: "bad", label: "replay", meaning: "The same record had been delivered before." },
};

/** Whether a scan is shown to come unchanged and in order from its device; nothing for scans by people. */
export function ScanProvenance({ provenance }: { provenance: RecordProvenance | null }) {
  if (!provenance) return null;
  const { sequence, recordSha256 } = provenance;
  return (
    <p className="scan-provenance">
      {[SIGNATURES[provenance.signature], CHAINS[provenance.chain]].map(({ tone, label, meaning }) => (
        <Chip key={label} tone={tone} title={meaning}>
          {label}
        </Chip>
      ))}{" "}
      <span className="faint small" title={`SHA-256 ${recordSha256}`}>
        record {sequence} · {recordSha256.slice(0, 12)}
      </span>
    </p>
  );
}
