import type { ReadingNetworks } from "../reading/read-number.ts";
import { openCharacterNetwork } from "./character-network.ts";
import { ModelLoadError } from "./model-errors.ts";
import type { StripSize } from "../reading/strip.ts";
import { openLineNetwork } from "./line-network.ts";
import type { LineReader } from "./line-reader.ts";
import type { SessionSettings } from "./runner.ts";

/** Settings of the reader of container numbers. */
export type NumberReaderSettings = SessionSettings & {
  /** Path of the ONNX file of the detector of characters. */
  characters: string;
  /** Paths of the ONNX files of the readers of lines. */
  lines: readonly string[];
};

/** Facts about the reader of container numbers that are known once it is loaded. */
export type LoadedNumberReader = {
  /** The names of all files without their endings. */
  name: string;
  /** The versions of all, or their common one. */
  version: string;
  /** Execution provider of all networks, by ONNX Runtime's name. */
  executionProvider: string;
};

/** The networks that read container numbers, loaded in this thread. */
export type NumberNetworks = LoadedNumberReader & ReadingNetworks & { close(): Promise<void> };

/** Opens all files. Throws a ModelLoadError that names the file, the problem and the expectation. */
export async function openNumberNetworks(settings: NumberReaderSettings): Promise<NumberNetworks> {
  const characters = await openCharacterNetwork(settings.characters, settings);
  const readers: LineReader[] = [];
  const close = async () => {
    await Promise.all([characters, ...readers].map((network) => network.close()));
  };
  try {
    for (const file of settings.lines) {
      const reader = await openLineNetwork(file, settings);
      const same = readers.find(({ strip }) => isRecognisers(strip) === isRecognisers(reader.strip));
      readers.push(reader);
      if (same) throw new ModelLoadError(file, `it is of the kind of ${same.name}: readers of one kind err together`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const networks = [characters, ...readers];
  return {
    name: networks.map(({ name }) => name).join(" + "),
    version: [...new Set(networks.map(({ version }) => version))].join(" + "),
    executionProvider: settings.executionProvider ?? "cpu",
    findCharacters: (picture) => characters.findCharacters(picture),
    // The recogniser comes last, whose votes weigh most.
    readers: readers.toSorted((a, b) => Number(isRecognisers(a.strip)) - Number(isRecognisers(b.strip))),
    close,
  };
}

/** Returns true for the strips of a recogniser of PP-OCR's kind. */
const isRecognisers = ({ beyondHeights }: StripSize): boolean => beyondHeights !== undefined;
