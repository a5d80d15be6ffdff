import type { ReadingNetworks } from "../reading/read-number.ts";
import { openCharacterNetwork } from "./character-network.ts";
import { openLineNetwork } from "./line-network.ts";
import type { SessionSettings } from "./runner.ts";

/** Settings of the reader of container numbers. */
export type NumberReaderSettings = SessionSettings & {
  /** Path of the ONNX file of the detector of characters. */
  characters: string;
  /** Path of the ONNX file of the reader of lines. */
  lines: string;
};

/** Facts about the reader of container numbers that are known once it is loaded. */
export type LoadedNumberReader = {
  /** The names of both files without their endings. */
  name: string;
  /** The versions of both, or their common one. */
  version: string;
  /** Execution provider of both networks, by ONNX Runtime's name. */
  executionProvider: string;
};

/** The two networks that read container numbers, loaded in this thread. */
export type NumberNetworks = LoadedNumberReader & ReadingNetworks & { close(): Promise<void> };

/** Opens both files. Throws a ModelLoadError that names the file, the problem and the expectation. */
export async function openNumberNetworks(settings: NumberReaderSettings): Promise<NumberNetworks> {
  const characters = await openCharacterNetwork(settings.characters, settings);
  const lines = await openLineNetwork(settings.lines, settings).catch(async (error: unknown) => {
    await characters.close();
    throw error;
  });
  return {
    name: `${characters.name} + ${lines.name}`,
    version: [...new Set([characters.version, lines.version])].join(" + "),
    executionProvider: settings.executionProvider ?? "cpu",
    findCharacters: (picture) => characters.findCharacters(picture),
    strip: lines.strip,
    readStrips: (strips) => lines.readStrips(strips),
    async close() {
      await Promise.all([characters.close(), lines.close()]);
    },
  };
}
