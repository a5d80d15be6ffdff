/** One line of the log; `id` counts up from 1, `details` are its fields as text. */
export type LogLine = { id: number; atMs: number; level: LogLevel; message: string; details: string };

const LEVELS = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof LEVELS)[number];

/** The newest lines of the log, kept in memory for the technician's page. */
export type LogBook = {
  add: (line: Omit<LogLine, "id">) => void;
  /** Lines of at least this level with a higher id, oldest first. */
  read: (from: { afterId: number; level: LogLevel }) => LogLine[];
};

export const isLogLevel = (text: string): text is LogLevel => LEVELS.some((level) => level === text);

/** Keeps the last `maxLines` lines of each level, so that many of a low level do not displace the warnings. */
export function createLogBook(maxLines = 300): LogBook {
  const lines = new Map<LogLevel, LogLine[]>(LEVELS.map((level) => [level, []]));
  let lastId = 0;
  return {
    add(line) {
      lastId += 1;
      const kept = lines.get(line.level) ?? [];
      kept.push({ id: lastId, ...line });
      if (kept.length > maxLines) kept.shift();
    },
    read: ({ afterId, level }) =>
      LEVELS.slice(LEVELS.indexOf(level))
        .flatMap((each) => lines.get(each) ?? [])
        .filter(({ id }) => id > afterId)
        .toSorted((one, other) => one.id - other.id),
  };
}
