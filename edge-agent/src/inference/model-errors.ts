/** The model file cannot be used: missing, damaged, of an unknown layout, or at odds with its settings. */
export class ModelLoadError extends Error {
  override readonly name = "ModelLoadError";
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`model ${file} cannot be used: ${reason}`, options);
    this.file = file;
  }
}

/** A loaded model gave numbers that cannot be true (NaN, infinity, a score beyond 1); nothing of that frame is used. */
export class ModelOutputError extends Error {
  override readonly name = "ModelOutputError";
  readonly model: string;

  constructor(model: string, reason: string) {
    super(`model ${model} gave an unusable output: ${reason}`);
    this.model = model;
  }
}
