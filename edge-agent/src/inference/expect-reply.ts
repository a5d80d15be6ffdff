import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import type { WorkerFailure, WorkerReply } from "./worker-messages.ts";

type ReplyOf<Type extends WorkerReply["type"]> = Extract<WorkerReply, { type: Type }>;

/** A reply of a worker that must be of this type. Throws the error of a failed one, as the worker threw it. */
export function expectReply<Type extends WorkerReply["type"]>(reply: WorkerReply, type: Type): ReplyOf<Type> {
  if (isReply(reply, type)) return reply;
  throw reply.type === "failed" ? errorOf(reply.failure) : new Error("an inference worker sent the wrong reply");
}

const isReply = <Type extends WorkerReply["type"]>(reply: WorkerReply, type: Type): reply is ReplyOf<Type> =>
  reply.type === type;

function errorOf(failure: WorkerFailure): Error {
  if (failure.kind === "load") return new ModelLoadError(failure.file, failure.reason);
  if (failure.kind === "output") return new ModelOutputError(failure.model, failure.reason);
  return failure.kind === "range" ? new RangeError(failure.message) : new Error(failure.message);
}
