import { multicastTarget, probeDevices } from "../cameras/onvif/probe.ts";
import type { FoundDevice } from "../cameras/onvif/probe.ts";
import { readDevice } from "../cameras/onvif/read-device.ts";
import type { DeviceReading } from "../cameras/onvif/read-device.ts";
import { maskUrl } from "../cameras/mask-url.ts";
import { type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { plural } from "./terminal/wording.ts";

type Options = CommonOptions & { wait: number; host?: string; port: number; username?: string };
type Discovered = FoundDevice & DeviceReading & { error: string | null };

/** A clock that differs by more makes times of records doubtful. */
const CLOCK_WARNING_SECONDS = 5;

/** Lists the ONVIF cameras of this machine's networks with the URLs of their streams. */
export async function discoverCameras(options: Options, context: CommandContext): Promise<void> {
  const target = { host: options.host ?? multicastTarget.host, port: options.port };
  const password = context.environment["CAMERA_PASSWORD"] ?? "";
  // A search finds any device that answers: credentials are sent only to the device that the user has named.
  const isNamed = options.username !== undefined && options.host !== undefined;
  const credentials = isNamed ? { username: options.username ?? "", password } : undefined;
  const devices = await probeDevices({ target, waitMs: options.wait * 1_000 });
  const cameras = await Promise.all(
    devices.map(async (device): Promise<Discovered> => {
      try {
        const reading = await readDevice(device.deviceUrl, { credentials, nowMs: context.clock.nowMs });
        const profiles = reading.profiles.map((profile) => ({ ...profile, url: maskUrl(profile.url) }));
        return { ...device, ...reading, profiles, error: null };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return { ...device, clockOffsetSeconds: null, profiles: [], error: message };
      }
    }),
  );
  show(options, context, { cameras }, [
    `${plural(cameras.length, "camera")} found`,
    ...cameras.flatMap((camera) => describeCamera(camera)),
    ...(options.username !== undefined && !isNamed
      ? ["The user name and password were sent to none: name one camera with --host ADDRESS to list its streams."]
      : []),
    ...(cameras.length === 0
      ? ["Cameras answer only within their own network, and only if ONVIF is enabled in their settings."]
      : []),
  ]);
}

function describeCamera({ address, name, hardware, clockOffsetSeconds, profiles, error }: Discovered): string[] {
  const isOff = Math.abs(clockOffsetSeconds ?? 0) > CLOCK_WARNING_SECONDS;
  return [
    `${address}  ${[name, hardware].filter((text) => text !== null).join(", ")}`,
    ...(error === null ? [] : [`  ${error}`]),
    ...(isOff ? [`  its clock differs from this machine's by ${clockOffsetSeconds} s`] : []),
    ...profiles.map(
      ({ name: profile, encoding, widthPixels, heightPixels, url }) =>
        `  ${profile}: ${encoding ?? "unknown codec"} ${widthPixels ?? "?"} x ${heightPixels ?? "?"}  ${url}`,
    ),
  ];
}
