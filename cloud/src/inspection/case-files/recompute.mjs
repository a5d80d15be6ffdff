// Computes the findings of a case file again, from the papers, pictures, rules and category maps in it, with the engine
// in it: `node verify.mjs --recompute`, which verifies all files first. Needs only Node.js 20 or newer.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Computes every judgement again. Returns the number of equal ones, and a line for each that differs or was made by
 * another version of the rules.
 */
export async function recomputeCase(folder) {
  const read = async (name) => JSON.parse(await readFile(path.join(folder, name), "utf8"));
  const { judge } = await import(pathToFileURL(path.join(folder, "match-engine.mjs")).href);
  const judgements = await read("judgements.json");
  const files = {
    versions: await read("manifest-versions.json"),
    ruleSets: await read("rule-sets.json"),
    maps: await read("category-maps.json"),
    recorded: await readRecorded(read),
  };
  const [equal, problems, notes] = [[], [], []];
  for (const judgement of judgements) {
    const name = nameOf(judgement.of);
    const recorded = files.recorded.get(name);
    if (recorded === undefined) problems.push(`${name}: is not in this file`);
    else {
      const findings = judge(inputOf(judgement, files)).findings.map(likeRecorded(recorded));
      const versions = [rulesOf(recorded), rulesOf(findings)];
      if (textOf(findings) === textOf(recorded)) equal.push(name);
      else if (versions.every((one) => one !== undefined) && versions[0] !== versions[1])
        notes.push(`${name}: was made by ${versions[0]}, and the engine of this file has ${versions[1]}`);
      else problems.push(`${name}: its findings are others when they are computed again`);
    }
  }
  return { equal: equal.length, all: judgements.length, problems, notes };
}

const nameOf = (of) => (of.report ? "report" : of.decision ? `decision ${of.decision}` : `scan ${of.scan}`);

/** The findings on record, by the names of their judgements. */
async function readRecorded(read) {
  const recorded = new Map([["report", (await read("report.json")).findings]]);
  for (const { id, decidedOn } of await read("decisions.json"))
    if (decidedOn) recorded.set(`decision ${id}`, decidedOn.findings);
  for (const { id, recordedMatch } of await read("scans.json"))
    if (recordedMatch) recorded.set(`scan ${id}`, recordedMatch.findings);
  return recorded;
}

function inputOf({ container, pictures, manifests, ruleSetVersion, mapVersion, illegalConfidence }, files) {
  const declaredOf = (id, version) => ({
    id,
    ...files.versions.find((one) => one.manifestId === id && one.version === version)?.content,
  });
  return {
    container,
    pictures,
    illegalConfidence,
    ruleSet: files.ruleSets.find(({ version }) => version === ruleSetVersion),
    categoryMap: files.maps.find(({ version }) => version === mapVersion),
    manifests: manifests.map(({ manifestId, version, firstComparedVersion, isAddedLater, sameBill }) => ({
      ...declaredOf(manifestId, version),
      isAddedLater,
      sameBill,
      ...(firstComparedVersion !== undefined && { firstCompared: declaredOf(manifestId, firstComparedVersion) }),
    })),
  };
}

/** Findings that were recorded without phrases for other languages are compared without them. */
const likeRecorded = (recorded) =>
  recorded.some(({ phrases }) => phrases) ? (finding) => finding : ({ phrases: _phrases, ...finding }) => finding;

/** The version of the rules that findings state in their grounds. */
const rulesOf = (findings) => /\brules \d+/.exec(findings.map(({ grounds }) => grounds ?? "").join())?.[0];

/** Findings as text, without the decisions on them, and with the keys of all objects in one order. */
const textOf = (findings) => JSON.stringify(sorted(findings.map(({ decided: _decided, ...finding }) => finding)));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}
