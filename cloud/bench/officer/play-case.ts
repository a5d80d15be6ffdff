import { readFileSync } from "node:fs";

/** Objects of one class side by side, which take this share of the picture each. */
type Seen = { class_name: string; confidence?: number; area_percentage: number; count: number };
type Scan = {
  kind: "category" | "illegal" | "defect";
  camera: string;
  detections: Seen[];
  size_type?: string;
  model_name?: string;
};
type Manifest = Record<string, unknown>;

/** A case of the risk officer's review: what was sent, and the outcome that the officer wants. */
export type Case = {
  kind: string;
  id: string;
  title: string;
  containerNumber: string;
  manifests: Manifest[];
  scans: Scan[];
  manifestsAfterThePictures?: Manifest[];
  amendmentAfterThePictures?: Manifest;
  /** Patterns are written as `/text/flags`; those of `finds` look at rule, class and message. */
  wanted: {
    lanes?: string[];
    docs?: string[];
    verdicts?: string[];
    esc?: boolean;
    finds?: string[];
    never?: string[];
  };
};

type Found = { rule: string; className?: string; message: string };
type Report = {
  verdict: string;
  manifestMatch: { lane: string; documentLane: string } | null;
  findings: Found[];
  reasons: Found[];
  escalations: unknown[];
};

/** Outcome of a case, as the service states it. */
export type Outcome = { containerId: string; report: Report; lane: string | null; isListed: boolean };

/** Sends a request as an administrator or, to the routes of devices, with the edge key; returns `data` of the reply. */
// oxlint-disable-next-line typescript/no-explicit-any -- replies have many shapes
export type Send = (method: string, path: string, body?: unknown) => Promise<any>;

const text = readFileSync(new URL("cases.ndjson", import.meta.url), "utf8");
export const cases: Case[] = text
  .trim()
  .split("\n")
  .map((line): Case => JSON.parse(line));

const VIEWS = { "gate-1": "door", "gate-2": "door", "top-1": "top", "yard-1": "exterior", "xray-1": "xray-full" };

/** Registers the cameras of the cases with what they look at. */
export async function registerCameras(send: Send): Promise<void> {
  for (const [id, view] of Object.entries(VIEWS)) await send("PUT", `/v1/admin/cameras/${id}`, { name: id, view });
}

const WIDTH = 1_280;
const HEIGHT = 960;

/** Writes objects as a device sends them, each with an outline of its size. */
function detectionsOf(seen: Seen[]): object[] {
  return seen.flatMap(({ count, ...object }) => {
    const side = Math.sqrt((object.area_percentage / 100) * WIDTH * HEIGHT);
    return Array.from({ length: count }, (_, at) => {
      const left = (at * 97) % Math.max(1, WIDTH - side);
      const top = (at * 61) % Math.max(1, HEIGHT - side);
      const polygon = { x: [left, left + side, left + side, left], y: [top, top, top + side, top + side] };
      return { quantity: 1, ...object, polygon };
    });
  });
}

/** Sends the papers and pictures of a case in its order, `image` (JPEG, base64) as each picture. */
export async function playCase(send: Send, one: Case, image: string): Promise<Outcome> {
  const number = one.containerNumber;
  const declare = (manifest: Manifest) =>
    send("POST", "/v1/manifests", { containerNumber: number, status: "VALIDATED", ...manifest });
  const ids: string[] = [];
  for (const manifest of one.manifests) ids.push((await declare(manifest)).id);
  let containerId = "";
  for (const { kind, camera, detections, size_type, model_name } of one.scans) {
    const place = `/v1/edge/containers/${number}/scans/${kind}`;
    const model = model_name && { model_name, model_version: "1" };
    const about = { camera_id: camera, device_id: "box-1", timestamp: new Date().toISOString(), size_type, ...model };
    ({ containerId } = await send("POST", place, { detections: detectionsOf(detections), image, ...about }));
  }
  for (const manifest of one.manifestsAfterThePictures ?? []) await declare(manifest);
  if (one.amendmentAfterThePictures) await send("PUT", `/v1/manifests/${ids[0]}`, one.amendmentAfterThePictures);
  const report: Report = await send("GET", `/v1/containers/${containerId}/report`);
  const { visit } = await send("GET", `/v1/containers/${containerId}`);
  const list = await send("GET", `/v1/containers?search=${number}${visit.lane ? `&verdict=${visit.lane}` : ""}`);
  const isListed = list.items.some(({ id }: { id: string }) => id === containerId);
  return { containerId, report, lane: visit.lane, isListed };
}

const patternOf = (written: string): RegExp => {
  const [, source = "", flags] = /^\/(.*)\/(\w*)$/.exec(written) ?? [];
  return new RegExp(source, flags);
};

/** Returns the deviations of an outcome from the one that the officer wants, and of the lanes from each other. */
export function judgeOutcome(one: Case, outcome: Outcome): string[] {
  return [...judgeResult(one, outcome), ...judgeMessages(one, outcome), ...judgeLanes(outcome)];
}

function judgeResult({ wanted: { lanes, docs, verdicts, esc } }: Case, { report }: Outcome): string[] {
  const { lane, documentLane } = report.manifestMatch ?? { lane: "none", documentLane: "none" };
  const isEscalated = report.escalations.length > 0;
  return [
    ...(lanes?.includes(lane) === false ? [`the lane is ${lane}`] : []),
    ...(docs?.includes(documentLane) === false ? [`the lane of the documents is ${documentLane}`] : []),
    ...(verdicts?.includes(report.verdict) === false ? [`the verdict is ${report.verdict}`] : []),
    ...(esc === !isEscalated ? [isEscalated ? "it is escalated" : "it is not escalated"] : []),
  ];
}

function judgeMessages({ wanted: { finds = [], never = [] } }: Case, { report }: Outcome): string[] {
  const found = [...report.findings, ...report.reasons];
  const texts = found.map(({ rule, className = "", message }) => `${rule} ${className} ${message}`);
  const missing = finds.filter((each) => !texts.some((text) => patternOf(each).test(text)));
  const forbidden = found.filter(({ message }) => never.some((each) => patternOf(each).test(message)));
  return [
    ...missing.map((each) => `no message fits ${each}`),
    ...forbidden.map(({ message }) => `"${message}" must not be a message`),
  ];
}

function judgeLanes({ report: { manifestMatch }, lane, isListed }: Outcome): string[] {
  const differs = manifestMatch !== null && manifestMatch.lane !== lane;
  return [
    ...(differs ? [`the report has the lane ${manifestMatch.lane}, the container ${lane ?? "none"}`] : []),
    ...(isListed ? [] : ["the list does not have it under its lane"]),
  ];
}
