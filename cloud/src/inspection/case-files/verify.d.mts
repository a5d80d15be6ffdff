/** The outcome for a chain; without problems, it is unbroken and its signatures are valid. */
export type ChainResult = { problems: string[]; links: object[]; signed?: number; unsigned?: number };

export function verifyChainFile(file: string): Promise<ChainResult>;
export function describeChain(result: ChainResult): string[];
