import {
  askAgent,
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
  const reply = await askAgent(config.dataDir, `/cameras/${encodeURIComponent(id)}/learn`, {});
  show(options, context, reply, [
    `${id} learns its reference picture within two minutes, and its usual days from today on`,
  ]);
  return exitCodes.done;
}
