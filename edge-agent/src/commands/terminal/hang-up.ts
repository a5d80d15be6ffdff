/** `reload`: SIGHUP was sent to the program; `terminal-closed`: the terminal that it was started in has closed. */
export type HangUp = "reload" | "terminal-closed";

/** Distinguishes the two causes of SIGHUP: a file that was a terminal is none after that terminal has closed. */
export function createHangUpJudge(files: readonly number[], isTerminal: (file: number) => boolean): () => HangUp {
  let terminals = files.filter(isTerminal);
  return () => {
    const still = terminals.filter(isTerminal);
    const hasClosed = still.length < terminals.length;
    terminals = still;
    return hasClosed ? "terminal-closed" : "reload";
  };
}
