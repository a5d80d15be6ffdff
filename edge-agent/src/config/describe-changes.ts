import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { AgentConfig } from "../config.ts";

/** A configuration as it was read, with the model files as they were at that time. */
export type ConfigAsRead = { config: AgentConfig; modelFiles: ReadonlyMap<string, string> };

/** Notes size and time of the model files, so that a later reading finds those that were replaced. */
export function noteModelFiles(config: AgentConfig): ConfigAsRead {
  const files = [...config.models].map(([name, { file }]) => [name, describeFile(file)] as const);
  return { config, modelFiles: new Map(files) };
}

function describeFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : "missing";
}

/** Sections whose entries are compared one by one. */
const LISTS = new Set(["cameras", "lanes", "stations", "models"]);

/**
 * Names what differs between two configurations, such as `camera gate-1-top` or `station gate-2 (added)`; never the
 * values, which may be secret. Empty where nothing differs.
 */
export function describeChanges(before: ConfigAsRead, after: ConfigAsRead): string[] {
  const previous = new Map<string, unknown>(Object.entries(before.config));
  const sections = Object.entries(after.config).filter(
    ([name, section]) => !LISTS.has(name) && !isDeepStrictEqual(previous.get(name), section),
  );
  const withFile = ({ config, modelFiles }: ConfigAsRead) =>
    new Map([...config.models].map(([name, model]) => [name, { ...model, contents: modelFiles.get(name) }]));
  return [
    ...sections.map(([name]) => name),
    ...compare("model", withFile(before), withFile(after)),
    ...compare("camera", byId(before.config.cameras), byId(after.config.cameras)),
    ...compare("lane", byId(before.config.lanes), byId(after.config.lanes)),
    ...compare("station", byId(before.config.stations), byId(after.config.stations)),
  ];
}

const byId = <Item extends { id: string }>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));

function compare(kind: string, before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    if (!before.has(name)) return [`${kind} ${name} (added)`];
    if (!after.has(name)) return [`${kind} ${name} (removed)`];
    return isDeepStrictEqual(before.get(name), after.get(name)) ? [] : [`${kind} ${name}`];
  });
}
