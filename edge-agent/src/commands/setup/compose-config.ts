import { type Document, parseDocument } from "yaml";
import { z } from "zod";
import { addEntry, addStation } from "./add-station.ts";

type Camera = { id: string; url: string; username?: string | undefined; password?: string | undefined };
/** Source of the container numbers: a gate system or an operator, a camera, or one number for every load. */
export type Numbers =
  | { source: "announced" }
  | { source: "camera"; camera: Camera }
  | { source: "fixed"; number: string };
/** Answers that the wizard has collected. */
export type SiteAnswers = {
  cloudUrl: string;
  caFile?: string | undefined;
  /** Relative to the folder of the configuration. */
  keyFile: string;
  deviceId: string;
  dataDir: string;
  camera: Camera;
  model: string;
  numbers: Numbers;
  /** Cameras that a vehicle passes after the first one, in their order. */
  further: readonly FurtherCamera[];
  statusPort: number;
};
type FurtherCamera = { camera: Camera; model: string; scanType: string; afterSeconds: number | null };

/** JSON is YAML. */
const quote = (text: string) => JSON.stringify(text);

/** The text of a first configuration: one camera with its station, and comments for the person who changes it next. */
export function composeConfig(answers: SiteAnswers): string {
  const { cloudUrl, caFile, keyFile, deviceId, dataDir, camera, model, numbers, statusPort } = answers;
  const lines = [
    '# Configuration of the edge agent, begun by "edge-agent init".',
    "# The chapter technician/configuration.md of the documentation lists every setting.",
    '# After a change: "edge-agent config check", then send SIGHUP to the agent or restart it.',
    "",
    "cloud:",
    `  url: ${quote(cloudUrl)}`,
    "  # A file with the key of this device.",
    `  apiKeyFile: ${quote(keyFile)}`,
    ...(caFile === undefined ? [] : ["  # The certificate authority of the site.", `  caFile: ${quote(caFile)}`]),
    "",
    "device:",
    "  # The name of this device in the cloud.",
    `  id: ${quote(deviceId)}`,
    "",
    "# Records wait in this folder until they are delivered. One agent per folder, on a disk that survives a restart.",
    `dataDir: ${quote(dataDir)}`,
    "",
    "models:",
    "  # An ONNX file, or bundled:NAME; see: edge-agent model inspect",
    `  category: { file: ${quote(model)} }`,
    "",
    ...(numbers.source === "camera"
      ? [
          "# Reads container numbers: measure how well on pictures of this site.",
          "numbers:",
          "  characters: bundled:number-characters",
          "  lines: [bundled:number-lines, bundled:real-text-lines]",
          "",
        ]
      : []),
    "cameras:",
    ...describeCamera(camera),
    ...(numbers.source === "camera" ? ["  # Reads the numbers of containers.", ...describeCamera(numbers.camera)] : []),
    "",
    "stations:",
    "  # Scans each load once, when it stands still in front of the camera.",
    `  - id: ${quote(camera.id)}`,
    `    camera: ${quote(camera.id)}`,
    "    model: category",
    ...describeContainer(numbers),
    ...(statusPort === USUAL_STATUS_PORT
      ? []
      : ["", `# Another program uses the usual port, ${USUAL_STATUS_PORT}.`, `status: { port: ${statusPort} }`]),
  ];
  return addFurther(`${lines.join("\n")}\n`, answers);
}

/** Adds the cameras further on: all stations are in one lane then. */
function addFurther(text: string, { camera: first, further }: SiteAnswers): string {
  if (further.length === 0) return text;
  const document = parseDocument(text);
  let before = first.id;
  for (const { camera, model: file, scanType, afterSeconds } of further) {
    const model = nameModel(document, file, scanType);
    addEntry(document, "cameras", camera);
    const id = camera.id;
    addStation(document, { id, camera: id, model, scanType, after: before, afterSeconds: afterSeconds ?? undefined });
    before = id;
  }
  return document.toString({ lineWidth: 0 });
}

const describeCamera = ({ id, url, username, password }: Camera): string[] => [
  `  - id: ${quote(id)}`,
  `    url: ${quote(url)}`,
  ...(username === undefined ? [] : [`    username: ${quote(username)}`]),
  ...(password === undefined ? [] : [`    password: ${quote(password)}`]),
];

function describeContainer(numbers: Numbers): string[] {
  if (numbers.source === "fixed")
    return [
      "    # Every scan is recorded under this container: for a test rig only.",
      `    container: { fixed: ${quote(numbers.number)} }`,
    ];
  if (numbers.source === "camera") return [`    container: { identified: { cameras: [${quote(numbers.camera.id)}] } }`];
  return [
    "    # A gate system, number cameras, or: edge-agent identify --station ID --container NUMBER",
    "    container: { identified: {} }",
  ];
}

/** The name of a model of the configuration; adds one that it does not have, named after what it looks for. */
function nameModel(document: Document, file: string, scanType: string): string {
  const names = z.record(z.string(), z.object({ file: z.string() })).parse(document.toJS().models);
  const known = Object.keys(names).find((name) => names[name]?.file === file);
  if (known !== undefined) return known;
  let name = scanType;
  for (let number = 2; names[name] !== undefined; number += 1) name = `${scanType}-${number}`;
  document.setIn(["models", name], document.createNode({ file }, { flow: true }));
  return name;
}

/** The agent's port where the configuration names none. */
export const USUAL_STATUS_PORT = 8_090;
