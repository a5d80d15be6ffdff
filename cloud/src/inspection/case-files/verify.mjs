// Verifies a case file, or an exported chain of records. Needs only Node.js 20 or newer, and no network:
//   node verify.mjs                    the case file that this file is a part of
//   node verify.mjs --key FINGERPRINT  the same, and that the service with this key signed it
//   node verify.mjs chain.ndjson       an exported chain
import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const CLOCK_TOLERANCE_MS = 5 * 60_000;
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/** The head, records and end of a chain, and what is wrong with its lines. */
async function readChain(lines) {
  const read = { problems: [], links: [], head: undefined, end: undefined, sha256: "" };
  const content = createHash("sha256");
  for await (const line of lines) {
    const value = parse(line);
    if (value === undefined) read.problems.push(`line ${read.links.length + 2} is not JSON`);
    else if (value.end === true) read.end = value;
    else {
      content.update(`${line}\n`);
      if (read.head) read.links.push(value);
      else read.head = value;
    }
  }
  return { ...read, sha256: content.digest("hex") };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Reads and verifies the lines of a chain; `isPart`: records of other containers stand between them. */
export async function verifyChain(lines, { isPart = false } = {}) {
  const { problems, links, head, end, sha256: found } = await readChain(lines);
  if (head?.format !== "container-inspection-chain")
    return { problems: ["this is not an exported chain"], links: [], replacements: [] };
  if (!end) problems.push("the end of the file is missing");
  else if (end.records !== links.length || end.sha256 !== found)
    problems.push("the lines are not those that were exported");
  for (const link of links) problems.push(...checkLink(link));
  const states = new Map(links.map((link) => [link, judgeSignature(link, head.keys)]));
  for (const [link, state] of states)
    if (state === "invalid" || state === "missing") problems.push(`${nameOf(link)}: the signature is ${state}`);
  for (const chain of groupBy(links, (link) => JSON.stringify([senderOf(link), ...placeOf(link)])))
    problems.push(...checkOrder(chain, links, isPart));
  problems.push(...checkSenders(links));
  const signed = [...states.values()].filter((state) => state === "signed").length;
  const unknown = links.filter(({ chainText }) => chainText === null).length;
  const replacements = describeReplacements(links);
  return { problems, links, replacements, signed, unsigned: links.length - signed, unknown, device: head.device };
}

const placeOf = ({ deviceId, cameraId, kind }) => [deviceId, cameraId, kind];
/** The device whose own key delivered a record; null with the shared key. Older exports name the device in any case. */
const senderOf = ({ keyDeviceId, edgeDeviceId }) => (keyDeviceId === undefined ? edgeDeviceId : keyDeviceId);

const nameOf = ({ kind, sequence, cameraId, recordId }) =>
  `${kind} record ${sequence} of camera ${cameraId} (${recordId})`;

/** Whether the text of a record gives its hash and states the facts beside it. */
function checkLink(link) {
  const { chainText, recordSha256, previousSha256, sequence, deviceId, cameraId } = link;
  if (chainText === null) return [];
  const problems = [];
  if (sha256(chainText) !== recordSha256) problems.push(`${nameOf(link)}: its text does not have its SHA-256`);
  const [facts, stated] = [chainText.split("\n"), [previousSha256 ?? "", String(sequence), deviceId, cameraId]];
  if (stated.some((fact, index) => fact !== facts[index]))
    problems.push(`${nameOf(link)}: its text states other facts`);
  return problems;
}

function judgeSignature({ recordSha256, signature, chainText, receivedAt, edgeDeviceId }, allKeys) {
  const keys = allKeys.filter((key) => key.edgeDeviceId === edgeDeviceId);
  const capturedAt = Date.parse(chainText?.split("\n")[5] ?? receivedAt);
  if (signature === null)
    return keys.some((key) => Date.parse(key.registeredAt) <= capturedAt) ? "missing" : "unsigned";
  if (keys.length === 0) return "unsigned";
  const counts = (key) => key.replacedAt === null || Date.parse(key.replacedAt) > capturedAt - CLOCK_TOLERANCE_MS;
  return keys.some((key) => counts(key) && isSigned(key.publicKey, recordSha256, signature)) ? "signed" : "invalid";
}

function isSigned(publicKey, text, signature) {
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  // Decoding alone would skip blanks and take other alphabets.
  if (!/^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature)) return false;
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verifySignature(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** Records that use the name of another device, or continue its chain, other than a device's own from before its key. */
function checkSenders(links) {
  const byHash = new Map(links.map((link) => [JSON.stringify([link.recordSha256, ...placeOf(link)]), link]));
  return links.flatMap((link) => {
    const before = byHash.get(JSON.stringify([link.previousSha256, ...placeOf(link)]));
    const isFollowing = before !== undefined && senderOf(before) !== null && senderOf(before) !== senderOf(link);
    const sender = senderOf(link) ?? "shared key";
    return [
      ...(link.isForeign ? [`${nameOf(link)}: another device than ${link.deviceId} sent it (${sender})`] : []),
      ...(isFollowing ? [`${nameOf(link)}: follows ${nameOf(before)} of another device: two edgeDeviceIds`] : []),
    ];
  });
}

/** Forks, replays and, in a whole chain, records that are missing from `links`. */
function checkOrder(chain, links, isPart) {
  const problems = [];
  const hashes = new Set(links.map(({ recordSha256 }) => recordSha256));
  for (const copies of groupBy(chain, ({ recordSha256 }) => recordSha256))
    if (copies.length > 1) problems.push(`${nameOf(copies[1])}: delivered ${copies.length} times`);
  const following = chain.filter(({ previousSha256 }) => previousSha256 !== null);
  for (const next of groupBy(following, ({ previousSha256 }) => previousSha256))
    // The first record on new hardware, and the rest of the chain on the hardware that it replaces, are no fork.
    for (const same of groupBy(next, ({ sequence }) => sequence === 1))
      if (new Set(same.map(({ recordSha256 }) => recordSha256)).size > 1)
        problems.push(`${nameOf(same[1])}: ${nameOf(same[0])} follows the same record: a fork`);
  if (isPart) return problems;
  // The first record of an export may follow one from before it.
  const first = chain.reduce((least, link) => (link.sequence < least.sequence ? link : least));
  for (const link of chain)
    if (link !== first && link.previousSha256 !== null && !hashes.has(link.previousSha256))
      problems.push(`${nameOf(link)}: the record before it is missing`);
  return problems;
}

/** Where a chain begins again on new hardware, and which record of the previous hardware it follows. */
function describeReplacements(links) {
  return links
    .filter(({ sequence, previousSha256 }) => sequence === 1 && previousSha256 !== null)
    .map((link) => {
      const last = links.find(({ recordSha256 }) => recordSha256 === link.previousSha256);
      const unknown = `the record with SHA-256 ${link.previousSha256}, which is not in this file`;
      return `${nameOf(link)} is the first on new hardware, and follows ${last ? nameOf(last) : unknown}`;
    });
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups.values();
}

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
  const read = async (name) => JSON.parse(await readFile(path.join(folder, name), "utf8"));
  const chain = await verifyChain(linesOf(path.join(folder, "chain.ndjson")), { isPart: true });
  const records = [...(await read("scans.json")), ...(await read("evidence.json"))];
  const compared = compareRecords(records, chain.links, manifest);
  return {
    problems: [...chain.problems.map((text) => `chain.ndjson: ${text}`), ...compared.problems],
    notes: [...compared.notes, ...chain.replacements],
    chain,
    keyFingerprint: sha256(Buffer.from(signature.publicKey, "base64")),
  };
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

/** Only line feeds end a line: what else does differs between versions of Node.js, and names may contain it. */
async function* linesOf(file) {
  let rest = "";
  for await (const text of createReadStream(file, "utf8")) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Verifies a chain in a file. */
export const verifyChainFile = async (file) => verifyChain(linesOf(file));

/** The result of a chain in words, one line each. */
export function describeChain({ problems, links, signed, unsigned, unknown, replacements, device }) {
  if (problems.length > 0) return [...problems, `NOT VERIFIED: ${problems.length} problems in ${links.length} records`];
  const old =
    unknown > 0 ? [`${unknown} records are from before chains were stored: only their order is verified`] : [];
  return [
    ...old,
    ...replacements,
    `verified: ${links.length} records of ${device?.name ?? "the devices"}, ${signed} signed, ${unsigned} not signed`,
  ];
}

async function main(argument, fingerprint) {
  if (argument !== undefined && argument !== "--key") {
    const result = await verifyChainFile(argument);
    console.log(describeChain(result).join("\n"));
    return result.problems.length === 0;
  }
  if (argument === "--key" && !/^[0-9a-f]{64}$/i.test(fingerprint ?? ""))
    throw new Error("give the fingerprint of the service's key after --key: 64 hexadecimal digits");
  const { problems, notes, chain, keyFingerprint } = await verifyCase(path.dirname(fileURLToPath(import.meta.url)));
  if (problems.length === 0 && fingerprint && fingerprint.toLowerCase() !== keyFingerprint)
    problems.push(`signed with another key, whose fingerprint is ${keyFingerprint}: not the file of this service`);
  for (const line of [...notes, ...problems]) console.log(line);
  if (problems.length > 0) console.log(`NOT VERIFIED: ${problems.length} problems`);
  else {
    const whether = fingerprint ? "" : ", which an administrator of the service can confirm";
    console.log(`signed with the key whose fingerprint is ${keyFingerprint}${whether}`);
    console.log(
      `verified: all files are as exported; ${chain.signed} records signed by their devices, ${chain.unsigned} not`,
    );
  }
  return problems.length === 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = (await main(process.argv[2], process.argv[3])) ? 0 : 1;
  } catch (error) {
    console.error(`NOT VERIFIED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
