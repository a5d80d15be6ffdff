import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { signedText } from "@container-inspection/shared-schemas/transfers";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { unpack } from "./recompute-testing.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const [sue, sid] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
const key = openServiceKey(cloud.parts.settings);
const folder = await mkdtemp(path.join(tmpdir(), "case-recompute-"));
cleanUpLater(() => rm(folder, { recursive: true, force: true }));

const as = async (user: TestUser, method: string, url: string, body?: unknown) => {
  const reply = await cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
  expect(reply.status, `${method} ${url}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body.data;
};
const detection = (class_name: string, confidence: number, quantity = 1) => ({ class_name, confidence, quantity });
const seen = async (...detections: object[]) => scanBody({ user_email: sue.email, detections });
const decide = async (user: TestUser, id: string, decision: string) => {
  const [open] = (await as(sue, "GET", `/escalations?containerId=${id}&limit=1`)).items;
  await as(user, "POST", `/escalations/${open.id}/resolve`, { decision, reason: "seen" });
};
const goods = { description: "Coffee", hsCode: "0901", packageCode: "SA", numberOfPackages: 300 };

/** The case of a visit with amended papers, a corrected detection, a hold and its release, unpacked. */
async function exportCase(): Promise<string> {
  const number = "CSQU3054383";
  const papers = { containerNumber: number, billOfLading: "B1", declaredGoods: [goods], status: "VALIDATED" };
  const { id: manifestId } = await as(sue, "POST", "/manifests", papers);
  const { containerId: id, scanId } = (
    await scan(number, await seen(detection("vehicle", 0.93), detection("drum", 0.8, 4)))
  ).body.data;
  await write("scans/illegal", number, await seen(detection("cigarettes", 0.82)));
  await as(sue, "PUT", `/containers/${id}/scans/${scanId}/detections/1/verdict`, {
    verdict: "rejected",
    note: "a shadow",
  });
  await decide(sue, id, "hold");
  const amended = { declaredGoods: [goods, { description: "Used car", hsCode: "870323", numberOfPackages: 1 }] };
  await as(sue, "PUT", `/manifests/${manifestId}`, amended);
  await scan(number, await seen(detection("sack", 0.9, 40)));
  await decide(sid, id, "clear");
  const { body } = await cloud.app.request(`/v1/containers/${id}/case-file`, { headers: sue.authorization });
  const place = path.join(folder, "case");
  await unpack(new Uint8Array(await new Response(body).arrayBuffer()), place);
  return place;
}

const place = await exportCase();
const verify = (where: string, ...options: string[]) => {
  const command = ["verify.mjs", "--key", key.fingerprint, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: where, encoding: "utf8" });
  return { status, output: stdout + stderr };
};
const copyOf = async () => {
  const copy = path.join(folder, "copy");
  await rm(copy, { recursive: true, force: true });
  await cp(place, copy, { recursive: true });
  return (name: string) => path.join(copy, name);
};
const readJson = async (file: string) => JSON.parse(await readFile(file, "utf8"));

/** Writes hashes that fit what is in the folder now, signed with a key. */
async function signAnew(at: (name: string) => string, signer = key): Promise<void> {
  const { sha256: _sha256, signature: _signature, ...manifest } = await readJson(at("manifest.json"));
  for (const file of manifest.files) file.sha256 = hashOf(await readFile(at(file.name)));
  const sha256 = hashOf(JSON.stringify(manifest));
  const signature = { publicKey: signer.publicKey, value: signer.sign(signedText("case", sha256)) };
  await writeFile(at("manifest.json"), JSON.stringify({ ...manifest, sha256, signature }));
}
const hashOf = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

test("every finding of the report, of both decisions and of three scans is computed again", async () => {
  const { status, output } = verify(place, "--recompute");
  expect(output).toContain("computed again: 6 of 6 judgements have the same findings\n");
  expect(status).toBe(0);
  const decisions = await readJson(path.join(place, "decisions.json"));
  const rules = decisions.map(({ decidedOn }: { decidedOn: { findings: { rule: string }[] } }) =>
    decidedOn.findings.map(({ rule }) => rule),
  );
  expect(rules.flat()).toEqual(expect.arrayContaining(["observed-goods-not-declared", "illegal-goods"]));
  expect((await readJson(path.join(place, "scans.json")))[0].recordedMatch.match.lane).toBe("green");
});

test.each(["report.json", "decisions.json", "scans.json"])(
  "findings in %s that do not follow are found, although the service signs them",
  async (name) => {
    const at = await copyOf();
    const text = await readFile(at(name), "utf8");
    await writeFile(at(name), text.replaceAll(`"severity": "critical"`, `"severity": "info"`));
    await signAnew(at);
    expect(verify(at("."))).toMatchObject({ status: 0 });
    expect(verify(at("."), "--recompute")).toMatchObject({
      status: 1,
      output: expect.stringContaining("its findings are others when they are computed again"),
    });
  },
);

const flip = (name: string) => async (at: (name: string) => string) => {
  const bytes = await readFile(at(name));
  const index = name.startsWith("verify") ? 5 : Math.floor(bytes.length / 2);
  bytes[index] = bytes[index]! ^ 1;
  await writeFile(at(name), bytes);
};
const swap = (one: string, other: string) => async (at: (name: string) => string) => {
  await rename(at(one), at("between"));
  await rename(at(other), at(one));
  await rename(at("between"), at(other));
};
// oxlint-disable-next-line typescript/no-explicit-any -- the files of an archive have many shapes
const changeJson = (name: string, change: (value: any) => unknown) => async (at: (name: string) => string) =>
  writeFile(at(name), JSON.stringify(change(await readJson(at(name)))));
const other = openServiceKey({ jwtSecret: "another secret" });
const NAMES = [
  "README.txt", "case.json", "report.json", "scans.json", "evidence.json", "decisions.json", "audit.json", "chain.ndjson", "judgements.json",
  "manifest-versions.json", "rule-sets.json", "category-maps.json", "verify.mjs", "verify-chain.mjs", "recompute.mjs", "match-engine.mjs", "manifest.json",
]; // prettier-ignore
const CHANGES: Record<string, (at: (name: string) => string) => Promise<unknown>> = {
  ...Object.fromEntries(NAMES.map((name) => [`one byte of ${name}`, flip(name)])),
  "a file that is removed": (at) => rm(at("audit.json")),
  "a file that is added": (at) => writeFile(at("more.json"), "{}"),
  "a file that is added in a folder": (at) => mkdir(at("more")).then(() => writeFile(at("more/note.txt"), "x")),
  "a file that is renamed": (at) => rename(at("audit.json"), at("audit-2.json")),
  "a link in place of a file": (at) => rename(at("audit.json"), at("../audit-outside.json")).then(() => symlink(at("../audit-outside.json"), at("audit.json"))),
  "a second name of a file": (at) => link(at("audit.json"), at("audit-copy.json")),
  "two files that are exchanged": swap("scans.json", "decisions.json"),
  "a file that is cut off": (at) => truncate(at("scans.json"), 100),
  "an empty line at an end": (at) => appendFile(at("audit.json"), "\n"),
  "scans in another order": changeJson("scans.json", (scans) => scans.toReversed()),
  "a line of the audit log that is removed": changeJson("audit.json", (lines) => lines.slice(1)),
  "a decision that is removed": changeJson("decisions.json", (decisions) => decisions.slice(1)),
  "a version of the papers in place of another": changeJson("manifest-versions.json", ([one, two]) => [{ ...one, content: two.content }, two]),
  "hashes that fit, without a signature": async (at) => {
    await writeFile(at("audit.json"), "[]");
    await signAnew(at);
    await changeJson("manifest.json", ({ signature: _signature, ...rest }) => rest)(at);
  },
  "everything signed again, with another key": async (at) => {
    await writeFile(at("audit.json"), "[]");
    await signAnew(at, other);
  },
}; // prettier-ignore

test("there are more than thirty kinds of changes", () => expect(Object.keys(CHANGES).length).toBeGreaterThan(30));

test.each(Object.keys(CHANGES))("a change is found: %s", async (name) => {
  const at = await copyOf();
  await CHANGES[name]!(at);
  const { status, output } = verify(at("."));
  expect({ status, output }).toMatchObject({ status: 1 });
  expect(output).toContain("NOT VERIFIED");
});
