// Verifies a case file, or an exported chain of records. Needs only Node.js 20 or newer, and no network:
//   node verify.mjs                    the case file that this file is a part of
//   node verify.mjs --key FINGERPRINT  the same, and that the service with this key signed it
//   node verify.mjs --recompute        the same, and computes all findings again
//   node verify.mjs chain.ndjson       an exported chain
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describeChain, isSigned, linesOf, parse, sha256, verifyChain, verifyChainFile } from "./verify-chain.mjs";

/** Reads and verifies a case file that was unpacked into a folder. */
export async function verifyCase(folder) {
  const manifest = await readManifest(folder);
  const problems = [];
  const { sha256: own, signature, ...rest } = manifest;
  if (sha256(JSON.stringify(rest)) !== own) problems.push("manifest.json: was changed");
  else if (!isSigned(signature?.publicKey ?? "", `container-inspection case file\n${own}`, signature?.value ?? ""))
    problems.push("manifest.json: its signature is invalid");
  const known = new Set(["manifest.json", ...manifest.files.map(({ name }) => name)]);
  for (const { name, sha256: expected } of manifest.files) {
    const found = await hashFile(path.join(folder, name));
    if (found !== expected) problems.push(`${name}: ${found === undefined ? "is missing" : "was changed"}`);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    // A link is no part either, whatever it leads to.
    if (!entry.isDirectory() && !(entry.isFile() && known.has(name)))
      problems.push(`${name}: is not part of the case file`);
  }
  // What was changed cannot be compared any further.
  if (problems.length > 0) return { problems, notes: [] };
  problems.push(...(await checkVersions(folder)));
  const read = async (name) => JSON.parse(await readFile(path.join(folder, name), "utf8"));
  const chain = await verifyChain(linesOf(path.join(folder, "chain.ndjson")), { isPart: true });
  const records = [...(await read("scans.json")), ...(await read("evidence.json"))];
  const compared = compareRecords(records, chain.links, manifest);
  return {
    problems: [...problems, ...chain.problems.map((text) => `chain.ndjson: ${text}`), ...compared.problems],
    notes: [...compared.notes, ...chain.replacements],
    chain,
    records: records.length,
    keyFingerprint: sha256(Buffer.from(signature.publicKey, "base64")),
  };
}

/** The versions of manifests that do not have the SHA-256 that they state. */
async function checkVersions(folder) {
  const versions = JSON.parse(await readFile(path.join(folder, "manifest-versions.json"), "utf8"));
  return versions
    .filter((one) => sha256(JSON.stringify(one.content)) !== one.sha256)
    .map(
      ({ manifestId, version }) => `manifest-versions.json: version ${version} of ${manifestId} has another SHA-256`,
    );
}

async function readManifest(folder) {
  const manifest = parse(await readFile(path.join(folder, "manifest.json"), "utf8").catch(() => ""));
  if (manifest === undefined) throw new Error("manifest.json: is missing or was changed");
  return manifest;
}

const hashFile = (file) => readFile(file).then(sha256, () => undefined);

/** Compares what is shown of each record with the text that its device hashed. */
function compareRecords(records, links, manifest) {
  const [problems, notes] = [[], []];
  const linkOf = new Map(links.map((link) => [link.recordId, link]));
  for (const record of records) {
    const id = record.id ?? record.evidenceId;
    const link = linkOf.get(id);
    const picture = manifest.files.find(({ name }) => name.startsWith(`pictures/${id}-image.`));
    if (picture && picture.sha256 !== record.image.sha256)
      problems.push(`${picture.name}: is not the picture of ${id}`);
    if (!picture && record.image !== null)
      notes.push(`${id}: its picture is no longer stored (${record.image.deletedAt ?? "reason unknown"})`);
    if (record.image?.reduced)
      notes.push(`${id}: its picture is a reduced copy, which its device's hash does not cover`);
    if (!link) notes.push(`${id}: has no chain, as with scans by people; only the service vouches for it`);
    else if (link.chainText === null)
      notes.push(`${id}: is from before chains were stored; its hash cannot be computed again`);
    else
      problems.push(
        ...compareFacts(id, record, link.chainText).map((fact) => `${id}: its device sent another ${fact}`),
      );
  }
  return { problems, notes };
}

function compareFacts(id, record, chainText) {
  const [, , device, camera, , time, image, findings] = chainText.split("\n");
  const facts = [];
  if (device !== record.deviceId || camera !== record.cameraId) facts.push("device or camera");
  if (Math.abs(Date.parse(time) - Date.parse(record.timestamp)) > 999) facts.push("time");
  if (record.image !== null && image !== record.image.originalSha256) facts.push("picture");
  if (findings !== undefined && sha256(findingsText(record)) !== findings) facts.push("list of findings");
  return facts;
}

/** As devices hash what their model found. */
function findingsText({ detections, sentModel }) {
  const rows = detections.map((one) => [
    one.className,
    one.confidence,
    one.polygon?.x ?? null,
    one.polygon?.y ?? null,
    one.areaPercentage,
    one.quantity,
    one.volume,
    one.text ?? null,
  ]);
  return JSON.stringify([sentModel?.name ?? null, sentModel?.version ?? null, rows]);
}

/** Exit codes: 0 verified, 1 not verified, 3 intact but signed by a key that was not compared. */
async function main(options) {
  const [file] = options;
  if (file !== undefined && !file.startsWith("--")) {
    const result = await verifyChainFile(file);
    console.log(describeChain(result).join("\n"));
    return result.problems.length === 0 ? 0 : 1;
  }
  const { fingerprint, isRecomputed } = readOptions(options);
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const { problems, notes, chain, records, keyFingerprint } = await verifyCase(folder);
  if (problems.length === 0 && fingerprint && fingerprint !== keyFingerprint)
    problems.push(`signed with another key, whose fingerprint is ${keyFingerprint}: not the file of this service`);
  const again =
    isRecomputed && problems.length === 0 && (await (await import("./recompute.mjs")).recomputeCase(folder));
  if (again) {
    problems.push(...again.problems);
    notes.push(...again.notes, `computed again: ${again.equal} of ${again.all} judgements have the same findings`);
  }
  for (const line of [...notes, ...problems]) console.log(line);
  if (problems.length > 0) {
    console.log(`NOT VERIFIED: ${problems.length} problems`);
    return 1;
  }
  console.log(
    `all files are as exported; ${chain.signed} records signed by their devices, ${records - chain.signed} not`,
  );
  if (fingerprint) console.log(`verified: signed with the key ${keyFingerprint}`);
  else
    console.log(
      `INTACT, SIGNED BY AN UNKNOWN KEY: its fingerprint is ${keyFingerprint}. Compare it with the one on a report of ` +
        "the service, or with an administrator: node verify.mjs --key FINGERPRINT",
    );
  return fingerprint ? 0 : 3;
}

function readOptions(options) {
  const read = { fingerprint: undefined, isRecomputed: false };
  for (let index = 0; index < options.length; index += 1) {
    if (options[index] === "--recompute") read.isRecomputed = true;
    else if (options[index] === "--key") read.fingerprint = options[(index += 1)]?.toLowerCase() ?? "";
    else throw new Error(`unknown option ${options[index]}; known are --key FINGERPRINT and --recompute`);
  }
  if (read.fingerprint !== undefined && !/^[0-9a-f]{64}$/.test(read.fingerprint))
    throw new Error("give the fingerprint of the service's key after --key: 64 hexadecimal digits");
  return read;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(`NOT VERIFIED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
