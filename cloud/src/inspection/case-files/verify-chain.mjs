// Verifies chains of records: their hashes, order and signatures. A part of the verifier of case files.
import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { createReadStream } from "node:fs";

const CLOCK_TOLERANCE_MS = 5 * 60_000;
export const sha256 = (data) => createHash("sha256").update(data).digest("hex");

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

export function parse(line) {
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

export function isSigned(publicKey, text, signature) {
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

/** Only line feeds end a line: what else does differs between versions of Node.js, and names may contain it. */
export async function* linesOf(file) {
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
