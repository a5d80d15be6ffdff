/** The README of a case file: its content, its limits, and the steps to verify it. */
export function writeCaseReadme(about: {
  number: string;
  visit: number | null;
  generatedAt: string;
  by: string;
}): string {
  const { number, visit, generatedAt, by } = about;
  return `Case file of container ${number}${visit === null ? "" : `, visit ${visit}`}
Exported on ${generatedAt} by ${by}.

To verify it, install Node.js 20 or newer (https://nodejs.org) and run in this folder, without a network:

  node verify.mjs --key FINGERPRINT    with the fingerprint that a printed report of the service shows, or an administrator gives
  node verify.mjs --recompute          the same, and computes all findings again from what is in this file

Without --key it can show only that the files are intact, and ends with 3. A person who forges a file could replace the verifier in it, too:
take verify.mjs and verify-chain.mjs from another case file of the service, or from its source, where that matters.

Files
  report.json     the inspection report: verdict, findings and manifests, as of the export
  scans.json      each scan with its findings, the verdicts of reviewers, and the match when it was recorded ("recordedMatch")
  evidence.json   photos
  decisions.json  escalations and decisions, with the person, the reason, and what each was decided on ("decidedOn")
  judgements.json what each judgement follows from: pictures, papers, and the versions of the rules and the category map
  manifest-versions.json, rule-sets.json, category-maps.json   these versions
  match-engine.mjs the engine that judges, of the release that made this file; recompute.mjs runs it
  audit.json      the audit log of the container, its records, manifests and decisions
  chain.ndjson    what the devices hashed and signed for each record, and their public keys
  pictures/       the pictures as stored; "visualization": with the findings drawn in
  manifest.json   the SHA-256 of every file, signed by the service

What the verifier shows
  - No file differs from the export, is missing or was added.
  - Which key signed the file. The service's own is named in its audit log with this export. \`node verify.mjs --key FINGERPRINT\` compares it.
  - Each picture is the one that its record names.
  - For each record with a chain: its device hashed this picture, these findings, this time and this camera.
  - For each signed record: the hash was signed with the key that was registered for the device at that time.
  - No record uses the name of another device with a key of its own, and each chain comes from one device.
  - With --recompute: the findings of the report, of each decision and of each scan follow from what is in this file, by this engine.
  - Where the hardware of a device was replaced: which record of the previous hardware the first one on the new hardware follows.

What it does not show
  - That this is the file that the service exported, unless the fingerprint of the key is the service's own. A person who
    changes files could also write new hashes and sign them with another key.
  - Who decided what: decisions, verdicts and the audit log are as the service stores them. No device signs them.
  - That nothing is missing: other containers' records stand between these in the chains of the cameras. An administrator can
    export and verify the complete chain of a device.
  - That the clock of a device was right, that a camera looked at what it should, or that the findings are correct.
  - Anything about records that the verifier lists as unsigned or without a chain, other than that they match the service's records.
`;
}
