/** The classes of a camera's failures, for programs; the message beside it is for the technician. */
export const failureKinds = [
  "credentials",
  "tls",
  "timeout",
  "not-found",
  "refused",
  "unreachable",
  "codec",
  "protocol",
  "other",
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Reason why a camera delivers no pictures, with its class. */
export type SourceFailure = { kind: FailureKind; message: string };

/** A source that cannot be opened or read, with the class of its failure. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
