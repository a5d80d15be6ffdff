import type { Examination } from "@container-inspection/shared-schemas/examinations";
import type { FoundExamination } from "./examination-store.ts";

/** An examination as replies show it. */
export function presentExamination({ examination, by }: FoundExamination): Examination {
  const { id, at, orderId, result, isOpened, weighedKg, note, lane, rules } = examination;
  return { id, at: at.toISOString(), by, orderId, result, isOpened, weighedKg, note, lane, rules };
}
