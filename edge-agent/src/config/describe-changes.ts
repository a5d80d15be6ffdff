import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { AgentConfig } from "./config.ts";

/** A configuration as it was read, with the files of its models and number reader, by path, as they were then. */
export type ConfigAsRead = { config: AgentConfig; modelFiles: ReadonlyMap<string, string> };

/** Notes size and time of the model files, so that a later reading finds those that were replaced. */
export function noteModelFiles(config: AgentConfig): ConfigAsRead {
  const files = [...[...config.models.values()].map(({ file }) => file), ...numberFiles(config)];
  return { config, modelFiles: new Map(files.map((file) => [file, describeFile(file)])) };
}

const numberFiles = ({ numbers }: AgentConfig): string[] =>
  numbers === null ? [] : [numbers.characters, ...numbers.lines];

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
  const previous = new Map<string, unknown>(Object.entries(withNumberFiles(before)));
  const sections = Object.entries(withNumberFiles(after)).filter(
    ([name, section]) => !LISTS.has(name) && !isDeepStrictEqual(previous.get(name), section),
  );
  const withFile = ({ config, modelFiles }: ConfigAsRead) =>
    new Map([...config.models].map(([name, model]) => [name, { ...model, contents: modelFiles.get(model.file) }]));
  return [
    ...sections.map(([name]) => name),
    ...compare("model", withFile(before), withFile(after)),
    ...compare("camera", byId(before.config.cameras), byId(after.config.cameras)),
    ...compare("lane", byId(before.config.lanes), byId(after.config.lanes)),
    ...compare("station", byId(before.config.stations), byId(after.config.stations)),
  ];
}

const withNumberFiles = ({ config, modelFiles }: ConfigAsRead) => ({
  ...config,
  numbers: config.numbers && { ...config.numbers, contents: numberFiles(config).map((file) => modelFiles.get(file)) },
});

const byId = <Item extends { id: string }>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));

function compare(kind: string, before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    if (!before.has(name)) return [`${kind} ${name} (added)`];
    if (!after.has(name)) return [`${kind} ${name} (removed)`];
    return isDeepStrictEqual(before.get(name), after.get(name)) ? [] : [`${kind} ${name}`];
  });
}
