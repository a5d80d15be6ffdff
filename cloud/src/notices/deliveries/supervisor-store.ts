import { and, inArray, isNull, ne } from "drizzle-orm";
import { users } from "../../platform/db/tables.ts";

/** The most phones, and the most browsers, that one notice goes to, those registered last first. */
export const MAX_DEVICES = 1_000;

/** Users who may see the notices to supervisors. */
export const isSupervisor = and(inArray(users.role, ["supervisor", "admin"]), isNull(users.disabledAt));

export const isOtherThan = (userId: string | null) => (userId === null ? undefined : ne(users.id, userId));
