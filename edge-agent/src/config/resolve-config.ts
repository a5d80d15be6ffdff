import path from "node:path";
import type { CloudNetwork } from "../forwarding/link/open-dispatcher.ts";
import { type ReadKey, resolveModelFile } from "./files.ts";
import { dataDirOf } from "./data-dir.ts";
import { containerOfLane, resolveContainer, resolveLanes, usualTimesOf } from "./resolve-containers.ts";
import { resolveDrift, resolveNumbers, resolveUrl, whenEnabled } from "./resolve-parts.ts";
import type { ConfigFile } from "./sections.ts";
import { resolveSending } from "./sending.ts";

/** Makes the configuration of a file that passed the checks: every path absolute, every default set. */
export function resolveConfig(
  file: ConfigFile,
  absolute: string,
  { key, brokerCa, network }: { key: ReadKey; brokerCa: string | undefined; network: CloudNetwork },
) {
  const folder = path.dirname(absolute);
  const lanes = resolveLanes(file.lanes, folder);
  return {
    file: absolute,
    cloud: resolveCloud(file.cloud, key, network),
    device: { id: file.device.id, userEmail: file.device.userEmail },
    dataDir: dataDirOf(folder, file.dataDir),
    releaseKey: file.releaseKey ?? null,
    models: new Map(
      Object.entries(file.models).map(([name, model]) => [
        name,
        { ...model, file: resolveModelFile(model.file, folder) },
      ]),
    ),
    numbers: resolveNumbers(file.numbers, folder),
    inference: { workers: file.inference.workers, threadsPerWorker: file.inference.threadsPerWorker },
    cameras: file.cameras.map((camera) => ({
      id: camera.id,
      url: resolveUrl(camera.url, camera, folder),
      subStream: camera.subStream && resolveUrl(camera.subStream, camera, folder),
      framesPerSecond: camera.framesPerSecond,
      maxWidthPixels: camera.maxWidthPixels,
      watchWidthPixels: camera.watchWidthPixels,
      motion: whenEnabled(camera.motion),
      health: whenEnabled(camera.health),
      decoder: camera.decoder,
      rotate: camera.rotate,
      privacyZones: camera.privacyZones,
    })),
    lanes,
    stations: file.stations.map(({ container, objects, position, arrival, lane = null, ...station }) => ({
      ...station,
      usualTimes: usualTimesOf(arrival),
      lane,
      position,
      objects: { ...objects, classes: objects.classes },
      container: container ? resolveContainer(container) : containerOfLane(lanes, lane),
      numberCameras: container?.identified?.cameras ?? [],
    })),
    mqtt: file.mqtt
      ? { url: file.mqtt.url, username: file.mqtt.username, password: file.mqtt.password, ca: brokerCa }
      : null,
    outbox: { maxSizeBytes: file.outbox.maxSizeMegabytes * 1_000_000 },
    watching: file.watching,
    page: { ...file.page, host: file.page.host },
    drift: resolveDrift(file.drift),
    traces: file.traces ? { ...file.traces, endpoint: file.traces.endpoint.replace(/\/+$/, "") } : null,
    aiService: file.aiService ?? null,
    status: file.status,
  };
}

function resolveCloud(cloud: ConfigFile["cloud"], { apiKey, apiKeyFile }: ReadKey, network: CloudNetwork) {
  return { url: cloud.url.replace(/\/+$/, ""), apiKey, apiKeyFile, network, sending: resolveSending(cloud) };
}
