/** The outcome for a chain; without problems, it is unbroken and its signatures are valid. */
export type ChainResult = { problems: string[]; links: object[]; signed?: number; unsigned?: number };

/** Verifies the lines of an exported chain. */
export function verifyChain(lines: Iterable<string> | AsyncIterable<string>): Promise<ChainResult>;
export function verifyChainFile(file: string): Promise<ChainResult>;
export function describeChain(result: ChainResult): string[];
