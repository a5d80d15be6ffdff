/** What the wizard has found out. */
export type SiteAnswers = {
  cloudUrl: string;
  caFile?: string | undefined;
  /** Relative to the folder of the configuration. */
  keyFile: string;
  deviceId: string;
  camera: { id: string; url: string; username?: string | undefined; password?: string | undefined };
  model: string;
  /** Undefined: a gate system, or an operator, announces the numbers. */
  containerNumber?: string | undefined;
  statusPort: number;
};

/** JSON is YAML. */
const quote = (text: string) => JSON.stringify(text);

/** The text of a first configuration: one camera with its station, and comments for the person who changes it next. */
export function composeConfig(answers: SiteAnswers): string {
  const { cloudUrl, caFile, keyFile, deviceId, camera, model, containerNumber, statusPort } = answers;
  const lines = [
    '# Configuration of the edge agent, begun by "edge-agent init". The README lists every setting.',
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
    "dataDir: .data/edge-agent",
    "",
    "models:",
    "  # An ONNX file, or bundled:NAME; see: edge-agent model inspect",
    `  category: { file: ${quote(model)} }`,
    "",
    "cameras:",
    `  - id: ${quote(camera.id)}`,
    `    url: ${quote(camera.url)}`,
    ...(camera.username === undefined ? [] : [`    username: ${quote(camera.username)}`]),
    ...(camera.password === undefined ? [] : [`    password: ${quote(camera.password)}`]),
    "",
    "stations:",
    "  # Scans each load once, when it stands still in front of the camera.",
    `  - id: ${quote(camera.id)}`,
    `    camera: ${quote(camera.id)}`,
    "    model: category",
    ...(containerNumber === undefined
      ? [
          "    # A gate system, number cameras, or: edge-agent identify --station ID --container NUMBER",
          "    container: { identified: {} }",
        ]
      : [
          "    # Always this container; write { identified: {} } where numbers are announced.",
          `    container: { fixed: ${quote(containerNumber)} }`,
        ]),
    ...(statusPort === USUAL_STATUS_PORT
      ? []
      : ["", `# Another program uses the usual port, ${USUAL_STATUS_PORT}.`, `status: { port: ${statusPort} }`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The agent's port where the configuration names none. */
export const USUAL_STATUS_PORT = 8_090;
