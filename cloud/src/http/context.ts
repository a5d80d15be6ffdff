import type { Role } from "@container-inspection/shared-schemas";
import type { Logger } from "pino";

/** The person a request comes from, as loaded with the session on every request. */
export type Caller = { userId: string; email: string; name: string | null; role: Role; sessionId: string; createdAt: Date };

/** What the guards leave for the handlers; `caller` is set on every route whose access is a role. */
export type AppEnv = {
  Variables: { requestId: string; logger: Logger; caller: Caller };
};
