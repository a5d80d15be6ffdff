import { type Document, isMap, isPair, isScalar, isSeq, YAMLMap } from "yaml";

/** A station to be added: with its own container, or in the lane of the station that vehicles pass before it. */
export type NewStation = {
  id: string;
  camera: string;
  model: string;
  scanType?: string | undefined;
} & ({ container: object } | { after: string; afterSeconds?: number | undefined });

/**
 * Adds a station to the configuration; comments stay. Where the station before it has no lane yet, both get a new one,
 * with its container. Throws an Error if the station before it does not exist.
 */
export function addStation(document: Document, station: NewStation): void {
  const { id, camera, model, scanType } = station;
  const entry = { id, camera, model, ...(scanType !== undefined && { scanType }) };
  if (!("after" in station)) return addEntry(document, "stations", { ...entry, container: station.container });
  const { after, afterSeconds } = station;
  const lane = laneOf(findStation(document, after), document);
  const arrival = afterSeconds === undefined ? {} : { arrival: { afterOthersSeconds: afterSeconds } };
  addEntry(document, "stations", { ...entry, lane, ...arrival });
}

/** Adds an entry to a list of the file, which may be missing or empty. */
export function addEntry(document: Document, list: string, entry: object): void {
  const node = document.createNode(entry, { flow: true });
  if (isSeq(document.get(list))) document.addIn([list], node);
  else document.set(list, document.createNode([entry]));
}

function findStation(document: Document, id: string): YAMLMap {
  const stations = entriesOf(document, "stations");
  const found = stations.find((one) => one.get("id") === id);
  if (found) return found;
  const known = stations.map((one) => String(one.get("id"))).join(", ");
  throw new Error(`station "${id}" does not exist; ${known === "" ? "the file has none" : `stations: ${known}`}`);
}

/** The lane of a station; a new one with its container where it has none. */
function laneOf(station: YAMLMap, document: Document): string {
  const known = station.get("lane");
  if (typeof known === "string") return known;
  const taken = new Set(entriesOf(document, "lanes").map((one) => one.get("id")));
  let number = 1;
  while (taken.has(`lane-${number}`)) number += 1;
  const id = `lane-${number}`;
  // The pair has the comment of the setting.
  const container = station.items.find((pair) => isScalar(pair.key) && pair.key.value === "container");
  station.delete("container");
  station.set("lane", id);
  const lane = new YAMLMap(document.schema);
  lane.set("id", id);
  if (isPair(container)) lane.add(container);
  const lanes = document.get("lanes");
  if (isSeq(lanes)) lanes.add(lane);
  else document.set("lanes", document.createNode([lane]));
  return id;
}

function entriesOf(document: Document, list: string): YAMLMap[] {
  const node = document.get(list);
  return isSeq(node) ? node.items.filter((item) => isMap(item)) : [];
}
