import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { FailureKind } from "../../cameras/source-error.ts";
import type { Frame } from "../../cameras/frame.ts";
import { maskUrl, stripCredentials } from "../../cameras/mask-url.ts";
import { type FoundDevice, multicastTarget, probeDevices } from "../../cameras/onvif/probe.ts";
import { readDevice } from "../../cameras/onvif/read-device.ts";
import { addCredentials, parseCameraUrl, resolveCameraUrl } from "../../cameras/sources.ts";
import { takePicture } from "../../cameras/take-picture.ts";
import { createLogger } from "../../base/logger.ts";
import { annotatePicture } from "../../stations/annotate-picture.ts";
import type { SetupParts } from "./connect-cloud.ts";
import { whyNoName } from "./connect-cloud.ts";
import { type CameraRole, camerasOf } from "./draft.ts";
import { type Trial, untilItWorks } from "./until-it-works.ts";

const PICTURE_TIMEOUT_MS = 30_000;
const DISCOVERY_MS = 4_000;

type CameraAnswer = { url: string; username?: string | undefined; password?: string | undefined };
export type CameraOptions = {
  camera?: string | undefined;
  cameraId?: string;
  username?: string;
  discoveryPort?: number;
  /** Address that is offered to be changed. */
  before?: string | undefined;
};
/** The purpose of a camera: its place in the answers, its usual name, and the option that specifies it. */
type Role = { answer: CameraRole; usual: string; option: string; title: string };
const LOAD_CAMERA: Role = { answer: "camera", usual: "camera-1", option: "--camera", title: "camera" };
export const NUMBER_CAMERA: Role = {
  answer: "numberCamera",
  usual: "numbers-1",
  option: "--number-camera",
  title: "number camera",
};
/** A camera further on, which no option specifies; the first one and `further` others are known. */
export const nextCamera = (further: number): Role => ({
  answer: "nextCamera",
  usual: `camera-${further + 2}`,
  option: 'the command "camera add" and its option --after',
  title: "next camera",
});
/** A camera that delivered a picture, and where that is. */
export type FoundCamera = { frame: Frame; pictureFile: string };

/** Asks for a camera, found in the network or typed, and takes a picture of it. */
export async function findCamera(
  parts: SetupParts,
  options: CameraOptions,
  role: Role = LOAD_CAMERA,
): Promise<FoundCamera> {
  const { asker, draft, configFile, environment } = parts;
  const folder = path.dirname(configFile);
  const before = draft.answers[role.answer];
  const password = environment["CAMERA_PASSWORD"];
  const given =
    options.camera === undefined
      ? before
      : { url: options.camera, username: options.username, ...(options.username === undefined ? {} : { password }) };
  // A camera that refused the credentials is asked about once more with others.
  let refused: CameraAnswer | undefined;
  let isSearched = false;
  const { camera, found } = await untilItWorks<CameraAnswer, { camera: CameraAnswer; found: Frame }>(asker, {
    given,
    ask: async (failed) => {
      if (refused) return { url: refused.url, ...(await askCredentials(parts, refused.username)) };
      // A mistyped address is corrected, without another search.
      if (isSearched) return typeAddress(parts, `Address of the ${role.title}`, failed?.url);
      isSearched = true;
      return chooseCamera(parts, options, role);
    },
    missing: `specify the ${role.title} with ${role.option}, such as ${role.option} rtsp://192.168.1.20/stream1`,
    doing: "Taking a picture",
    attempt: async (camera) => {
      const trial = await tryCamera(camera, folder, parts);
      // The next answer replaces credentials that are part of the address.
      refused =
        !trial.ok && trial.kind === "credentials" ? { ...camera, url: stripCredentials(camera.url) } : undefined;
      return trial.ok ? { ...trial, value: { camera, found: trial.value } } : trial;
    },
  });
  const others = camerasOf(draft.answers, role.answer);
  const validate = (name: string) =>
    whyNoName(name) ?? (others.includes(name) ? `another camera has the name ${name}` : undefined);
  const id =
    options.cameraId ??
    before?.id ??
    (await asker.text({ message: `Name of the ${role.title}`, usual: role.usual, validate })) ??
    role.usual;
  draft.save({ [role.answer]: { id, ...camera } });
  const pictureFile = pathInside(folder, `${id}.jpg`);
  await writeFile(pictureFile, await annotatePicture(found, []), { mode: 0o600 });
  asker.good(`Its picture is in ${pictureFile}; delete it when you have seen it`);
  return { frame: found, pictureFile };
}

type CameraTrial = (Trial<Frame> & { ok: true }) | (Trial<Frame> & { ok: false; kind: FailureKind });

async function tryCamera(camera: CameraAnswer, folder: string, { clock, random }: SetupParts): Promise<CameraTrial> {
  const { username, password } = camera;
  const added = addCredentials(resolveCameraUrl(camera.url, folder), { username, password });
  const parsed = added.ok ? parseCameraUrl(added.url) : added;
  const problem = added.ok && parsed.ok ? undefined : parsed.ok ? "" : parsed.problem;
  if (!added.ok || problem !== undefined) {
    return { ok: false, kind: "other", message: problem ?? "", fix: "correct the address of the camera" };
  }
  const logger = createLogger({ isTerminal: false, level: "silent" });
  const options = { id: "new", url: added.url, clock, random, logger, timeoutMs: PICTURE_TIMEOUT_MS };
  const taken = await takePicture(options);
  if (!taken.ok) return { ...taken, message: `${maskUrl(camera.url)}: ${taken.message}` };
  const size = `${taken.frame.widthPixels} × ${taken.frame.heightPixels} pixels`;
  return { ok: true, value: taken.frame, message: `The camera delivers pictures of ${size}` };
}

async function askCredentials(
  { asker }: SetupParts,
  initial?: string,
): Promise<{ username: string; password: string }> {
  const username = (await asker.text({ message: "User of the camera", initial })) ?? "";
  return { username, password: (await asker.text({ message: "Its password", isSecret: true })) ?? "" };
}

/** Looks for ONVIF cameras, and lets the user choose one of them, or type an address. */
async function chooseCamera(
  parts: SetupParts,
  { discoveryPort: port = multicastTarget.port, before }: CameraOptions,
  { title }: Role,
): Promise<CameraAnswer | undefined> {
  const { asker } = parts;
  if (!asker.isInteractive) return undefined;
  const host = multicastTarget.host;
  const devices = await asker.work("Looking for cameras in the network", () =>
    probeDevices({ target: { host, port }, waitMs: DISCOVERY_MS }).catch(() => []),
  );
  if (devices.length === 0) return typeAddress(parts, `No camera answered the search. Address of the ${title}`, before);
  const choices = devices.map((device, index) => ({
    value: String(index),
    label: [device.address, device.name, device.hardware].filter((text) => text !== null).join(", "),
  }));
  const chosen = await asker.choose(`Choose the ${title}`, [
    ...choices,
    { value: "typed", label: "another camera: type its address" },
  ]);
  const device = devices[Number(chosen)];
  return device ? chooseStream(device, parts) : typeAddress(parts, `Address of the ${title}`, before);
}

/** Returns the reason why a text is no address, for a question; other faults are found when the address is tried. */
const whyNoAddress = (text: string) =>
  text !== "" && /^[a-z]\w*:/i.test(text) ? undefined : "begin with the protocol, such as rtsp:// or file:";

async function typeAddress(
  { asker }: SetupParts,
  message: string,
  initial?: string,
): Promise<CameraAnswer | undefined> {
  const question = `${message}, such as rtsp://192.168.1.20/stream1`;
  const url = await asker.text({ message: question, initial, validate: whyNoAddress });
  return url === undefined ? undefined : { url };
}

/** The streams of a camera, with credentials where it asks for them. */
async function chooseStream(device: FoundDevice, parts: SetupParts): Promise<CameraAnswer | undefined> {
  const { asker, clock } = parts;
  let credentials: { username: string; password: string } | undefined;
  for (;;) {
    try {
      const { profiles } = await readDevice(device.deviceUrl, { credentials, nowMs: clock.nowMs });
      const choices = profiles.map(({ name, encoding, widthPixels, heightPixels, url }, index) => ({
        value: String(index),
        label: `${name}: ${encoding ?? "unknown codec"} ${widthPixels ?? "?"} × ${heightPixels ?? "?"}, ${maskUrl(url)}`,
      }));
      const profile = profiles[Number(await asker.choose("Stream", choices))];
      return profile ? { url: profile.url, ...credentials } : undefined;
    } catch (error) {
      asker.bad(error instanceof Error ? error.message : String(error));
      credentials = await askCredentials(parts, credentials?.username);
      if (credentials.username === "") return typeAddress(parts, "Address of the camera");
    }
  }
}
