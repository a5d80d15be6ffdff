import { parseArgs, type ParseArgsConfig } from "node:util";

/** The options of a tool; ends the process with 2 and the names of all options where one is unknown, such as --help. */
export function readOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(`${error instanceof Error ? error.message : String(error)}\nThe options are: ${names.join(", ")}`);
    return process.exit(2);
  }
}
