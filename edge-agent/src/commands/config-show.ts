import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse, parseDocument, stringify } from "yaml";
import { maskConfig } from "../config/mask-config.ts";
import { PathError, readPath } from "../config/config-path.ts";
import { readFailure } from "../base/key-file.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  show,
} from "./terminal/command-context.ts";

/** Shows the configuration file, or one setting of it, with secrets masked. */
export async function showConfig(
  setting: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<void> {
  const masked = maskConfig(await readConfigFile(options, context));
  if (setting === undefined) {
    show(options, context, parse(masked) ?? {}, masked.trimEnd().split("\n"));
    return;
  }
  const document = parseDocument(masked);
  const value: unknown = document.getIn(pathOf(setting, () => readPath(setting, document)));
  if (value === undefined) throw new CommandError("usage", `${setting} is not set in the file`);
  const plain: unknown =
    typeof value === "object" && value !== null && "toJSON" in value ? parse(stringify(value)) : value;
  const lines = typeof plain === "string" ? [plain] : stringify(plain).trimEnd().split("\n");
  show(options, context, plain, lines);
}

/** The text of the configuration file. Throws a CommandError where it cannot be read. */
export async function readConfigFile(options: CommonOptions, context: CommandContext): Promise<string> {
  const file = configFileOf(options, context);
  return readFile(path.resolve(file), "utf8").catch((error: unknown) => {
    const message = `${file}: the configuration file cannot be read (${readFailure(error)})`;
    throw new CommandError("configuration", message, { cause: error });
  });
}

/** Turns a path that leads nowhere into a wrong command line. */
export function pathOf<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    throw new CommandError("usage", error.message === "" ? setting : error.message, { cause: error });
  }
}
