import { readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { writePrivate } from "../../base/write-private.ts";

const camera = z.object({
  id: z.string(),
  url: z.string(),
  username: z.string().optional(),
  password: z.string().optional(),
});
/** Answers that were tested, kept until the configuration is written. */
const draft = z.object({
  cloudUrl: z.string().optional(),
  caFile: z.string().optional(),
  deviceId: z.string().optional(),
  camera: camera.optional(),
  model: z.string().optional(),
  /** Source of the container numbers. */
  numbers: z.enum(["announced", "camera", "fixed"]).optional(),
  numberCamera: camera.optional(),
  fixedNumber: z.string().optional(),
  /** Cameras that a vehicle passes after the first one, in their order; null: the time is learnt. */
  further: z
    .array(z.object({ camera, model: z.string(), scanType: z.string(), afterSeconds: z.number().nullable() }))
    .optional(),
  /** One of those, of which not all is answered yet. */
  nextCamera: camera.optional(),
});
export type Draft = z.infer<typeof draft>;
export type CameraRole = "camera" | "numberCamera" | "nextCamera";

/** The names of the cameras that were answered, without that of one role. */
export function camerasOf(answers: Draft, without: CameraRole): string[] {
  const roles: CameraRole[] = ["camera", "numberCamera", "nextCamera"];
  const single = roles.filter((role) => role !== without).flatMap((role) => answers[role]?.id ?? []);
  return [...single, ...(answers.further ?? []).map((one) => one.camera.id)];
}

/** The draft of a configuration file lies beside it, readable only by its user. */
export function openDraft(configFile: string) {
  const file = `${configFile}.draft.json`;
  const answers = readDraft(file);
  return {
    file,
    answers,
    isNew: Object.keys(answers).length === 0,
    save(more: Draft): void {
      Object.assign(answers, more);
      writePrivate(file, JSON.stringify(answers, null, 2));
    },
    remove: () => rmSync(file, { force: true }),
  };
}

function readDraft(file: string): Draft {
  try {
    return draft.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // None, or a damaged one: the questions are asked again.
    return {};
  }
}
