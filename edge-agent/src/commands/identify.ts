import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { AgentConfig } from "../config/config.ts";
import {
  askAgent,
  CommandError,
  type CommandContext,
  type CommonOptions,
  loadConfig,
  show,
  unknownName,
} from "./terminal/command-context.ts";

type Options = CommonOptions & {
  station?: string;
  lane?: string;
  position?: string;
  container: string;
  confidence?: number;
};

/** Sets the container in a lane, or at a station, of the running agent. */
export async function identify(options: Options, context: CommandContext): Promise<void> {
  const { container, confidence, position } = options;
  const config = await loadConfig(options, context);
  const number = parseContainerNumber(container);
  if (!number) throw new CommandError("usage", `"${container}" is not a container number`);
  const target = chooseTarget(options, config);
  const body = { containerNumber: number.text, confidence, position };
  const reply = await askAgent(config.dataDir, `/${target.path}/${encodeURIComponent(target.id)}/container`, body);
  const doubt = number.check === "valid" ? "" : ` (${number.check}: compare the number with the container)`;
  const place = position === undefined ? target.id : `${target.id}, ${position},`;
  show(options, context, reply, [`the container at ${place} is now ${number.text}${doubt}`]);
}

function chooseTarget({ station, lane }: Options, { stations, lanes }: AgentConfig): { path: string; id: string } {
  if ((station === undefined) === (lane === undefined)) {
    throw new CommandError("usage", "specify either --station or --lane");
  }
  const [kind, id = "", list] = lane === undefined ? ["station", station, stations] : ["lane", lane, lanes];
  if (list.some((other) => other.id === id)) return { path: `${kind}s`, id };
  throw unknownName(kind, id, list);
}
