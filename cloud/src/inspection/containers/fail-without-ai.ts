import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";

/** Time in seconds after which a caller may send the picture again. */
const RETRY_AFTER_SECONDS = 15;

/**
 * Answers that the AI service is unavailable or has no model that reads numbers: nothing was stored, and the picture
 * can be sent again.
 */
export function failWithoutAi(c: AppContext, why: string) {
  c.get("logger").warn({ why }, "a container number could not be read");
  c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  return fail(c, "AI_SERVICE_UNAVAILABLE", "The AI service cannot read the number now. Send the picture again later.");
}
