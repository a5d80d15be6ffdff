/** The model file cannot be used: missing, damaged, of an unknown layout, or in conflict with its settings. */
export class ModelLoadError extends Error {
  override readonly name = "ModelLoadError";
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`model ${file} cannot be used: ${reason}`, options);
    this.file = file;
  }
}

/**
 * A loaded model returned invalid numbers (NaN, infinity, a score beyond 1); the results of that frame are discarded.
 */
export class ModelOutputError extends Error {
  override readonly name = "ModelOutputError";
  readonly model: string;

  constructor(model: string, reason: string) {
    super(`model ${model} returned an invalid output: ${reason}`);
    this.model = model;
  }
}
