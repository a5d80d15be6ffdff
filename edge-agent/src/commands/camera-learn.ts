import {
  askAgent,
  type CommandContext,
  type CommonOptions,
  loadConfig,
  show,
  unknownName,
} from "./terminal/command-context.ts";

/** Makes a camera of the running agent learn its reference picture again. */
export async function learnCameraView(id: string, options: CommonOptions, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context);
  if (!config.cameras.some((camera) => camera.id === id)) throw unknownName("camera", id, config.cameras);
  const reply = await askAgent(config.dataDir, `/cameras/${encodeURIComponent(id)}/learn`, {});
  show(options, context, reply, [
    `${id} learns its reference picture within two minutes, and its usual days from today on`,
  ]);
}
