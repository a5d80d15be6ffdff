// Plays the cases of a customs risk officer's review against the program, as a device and an administrator, judges each
// against the outcome that the officer wants, and computes the findings of each case file again (verify.mjs --recompute).
// Run: node cloud/bench/officer.bench.ts
import { recomputeCaseFile } from "../src/inspection/case-files/recompute-testing.ts";
import { drawJpeg } from "../src/intake/testing.ts";
import { type Cloud, signIn, withCloud } from "./cloud-program.ts";
import {
  type Case,
  cases,
  judgeOutcome,
  type Outcome,
  playCase,
  registerCameras,
  type Send,
} from "./officer/play-case.ts";
import { EDGE_KEY } from "./parts.ts";

await withCloud(playAll);

async function playAll({ url }: Cloud): Promise<void> {
  const authorization = `Bearer ${await signIn(url)}`;
  const send: Send = async (method, place, body) => {
    const caller = place.startsWith("/v1/edge") ? { "X-API-Key": EDGE_KEY } : { Authorization: authorization };
    const headers = { "Content-Type": "application/json", ...caller };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(url + place, { method, headers, ...content });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${place}: ${reply.status} ${text}`);
    return JSON.parse(text).data;
  };
  await registerCameras(send);
  const image = (await drawJpeg()).toString("base64");
  console.log("| kind | case | | wanted | lane | documents | verdict | escalated | judged | findings computed again |");
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  const [wrong, unequal]: [string[], string[]] = [[], []];
  let findings = 0;
  for (const one of cases) {
    const outcome = await playCase(send, one, image);
    const problems = judgeOutcome(one, outcome);
    const again = await recompute(url, authorization, outcome.containerId);
    if (problems.length > 0) wrong.push(one.id);
    if (!again.isEqual) unequal.push(one.id);
    findings += outcome.report.findings.length;
    console.log(describe(one, outcome, problems, again.text));
  }
  const all = cases.length;
  console.log(`\n${all - wrong.length} of ${all} as wanted; not: ${wrong.join(", ") || "none"}`);
  console.log(
    `case files whose findings are computed equal: ${all - unequal.length} of ${all}, with ${findings} findings of reports; not: ${unequal.join(", ") || "none"}`,
  );
  process.exitCode = wrong.length + unequal.length === 0 ? 0 : 1;
}

function describe({ kind, id, title, wanted }: Case, { report, lane }: Outcome, problems: string[], again: string) {
  const { lanes = [], docs, verdicts, esc, finds = [], never = [] } = wanted;
  const asked = [
    ...(lanes.length > 0 ? [lanes.join(" or ")] : []),
    ...(docs ? [`documents ${docs.join(" or ")}`] : []),
    ...(verdicts ? [verdicts.join(" or ")] : []),
    ...(esc === undefined ? [] : [esc ? "escalated" : "not escalated"]),
    ...finds.map((each) => `names ${each}`),
    ...never.map((each) => `never ${each}`),
  ].join("; ");
  const documents = report.manifestMatch?.documentLane ?? "none";
  const isEscalated = report.escalations.length > 0 ? "yes" : "no";
  const judged = problems.length === 0 ? "as wanted" : `WRONG: ${problems.join("; ")}`;
  const columns = [kind, id, title, asked, lane ?? "none", documents, report.verdict, isEscalated, judged, again];
  return `| ${columns.map((column) => column.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Computes the judgements in the case file of a container again. */
async function recompute(url: string, authorization: string, id: string): Promise<{ isEqual: boolean; text: string }> {
  const reply = await fetch(`${url}/v1/containers/${id}/case-file`, { headers: { Authorization: authorization } });
  const { equal, all, output } = await recomputeCaseFile(await reply.bytes());
  return { isEqual: all > 0 && equal === all, text: all > 0 ? `${equal} of ${all}` : output };
}
