/** The model file cannot be used: missing, damaged, of an unknown layout, or in conflict with its settings. */
export class ModelLoadError extends Error {
  override readonly name = "ModelLoadError";
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`model ${file} cannot be used: ${reason}`, options);
    this.file = file;
    this.reason = reason;
  }
}

/**
 * A loaded model returned invalid numbers (NaN, infinity, a score beyond 1); the results of that frame are discarded.
 */
export class ModelOutputError extends Error {
  override readonly name = "ModelOutputError";
  readonly model: string;
  readonly reason: string;

  constructor(model: string, reason: string) {
    super(`model ${model} returned an invalid output: ${reason}`);
    this.model = model;
    this.reason = reason;
  }
}
