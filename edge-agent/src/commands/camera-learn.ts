import { connectToAgent } from "../status/agent-client.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  exitCodes,
  type ExitCode,
  loadConfig,
  show,
} from "./command-context.ts";

/** Makes a camera of the running agent learn its reference picture again. */
export async function learnCameraView(id: string, options: CommonOptions, context: CommandContext): Promise<ExitCode> {
  const config = await loadConfig(options, context);
  if (!config.cameras.some((camera) => camera.id === id)) {
    const known = config.cameras.map((camera) => camera.id).join(", ");
    throw new CommandError(exitCodes.usage, `unknown camera "${id}"; configured: ${known}`);
  }
  const agent = await connectToAgent(config.dataDir);
  if (!agent) {
    throw new CommandError(
      exitCodes.failed,
      `no agent is running on ${config.dataDir}: start it with "edge-agent run"`,
    );
  }
  const reply = await agent.request(`/cameras/${encodeURIComponent(id)}/learn`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  show(options, context, reply, [`${id} learns its reference picture within about a minute`]);
  return exitCodes.done;
}
