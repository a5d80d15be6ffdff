import { readConfig } from "../config.ts";
import { formatProblem } from "../config/problem.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFileOf,
  exitCodes,
  type ExitCode,
  show,
} from "./command-context.ts";
import { plural } from "./wording.ts";

/** Lists the problems of the configuration, or summarises a valid one. */
export async function checkConfig(options: CommonOptions, context: CommandContext): Promise<ExitCode> {
  const file = configFileOf(options, context);
  const reading = await readConfig(file, context.environment);
  const problems = reading.ok ? reading.warnings : reading.problems;
  const lines = problems.map((problem) => formatProblem(file, problem));
  if (reading.ok) {
    const { cameras, stations, dataDir, cloud } = reading.config;
    const size = `${plural(stations.length, "station")} on ${plural(cameras.length, "camera")}`;
    lines.push(`${file} is valid: ${size}, data folder ${dataDir}, cloud ${cloud.url}`);
  }
  show(options, context, { file: reading.ok ? reading.config.file : reading.file, valid: reading.ok, problems }, lines);
  return reading.ok ? exitCodes.done : exitCodes.usage;
}
