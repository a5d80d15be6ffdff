/** Stops the start: all problems of the settings, one per line, each with what to do. */
export class SettingsError extends Error {
  override name = "SettingsError";
  constructor(problems: readonly string[]) {
    super(["The service cannot start with these settings:", ...problems.map((problem) => `  - ${problem}`)].join("\n"));
  }
}
