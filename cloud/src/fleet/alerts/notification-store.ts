import type { Role } from "@container-inspection/shared-schemas/roles";
import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { notificationSettings, sites, users } from "../../platform/db/tables.ts";
import { type Wishes, wishesOf } from "./notification-rules.ts";

type SettingsRow = typeof notificationSettings.$inferSelect;

/** A user who can receive mails, with the user's notification settings. */
export type Reader = { userId: string; email: string; role: Role; timeZone: string; wishes: Wishes };

/**
 * Returns the notification settings that a user chose; undefined while the defaults are in force.
 */
export async function findSettings(db: DatabaseOrTransaction, userId: string): Promise<SettingsRow | undefined> {
  const [found] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return found;
}

export async function saveSettings(tx: DatabaseOrTransaction, { userId, ...chosen }: SettingsRow): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: chosen });
}

/** All people who may sign in, or the one of an id. */
export async function findReaders(db: DatabaseOrTransaction, userId?: string): Promise<Reader[]> {
  const isMeant = userId === undefined ? undefined : eq(users.id, userId);
  const rows = await db
    .select({
      userId: users.id,
      email: users.email,
      role: users.role,
      timeZone: users.timeZone,
      chosen: notificationSettings,
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(isNull(users.disabledAt), eq(users.isService, false), isMeant))
    .orderBy(users.id);
  return rows.map(({ chosen, timeZone, ...user }) => ({
    ...user,
    timeZone: timeZone ?? "UTC",
    wishes: wishesOf(user.role, chosen),
  }));
}

/** The names of all sites by their ids. */
export async function findSiteNames(db: DatabaseOrTransaction): Promise<Map<string, string>> {
  const rows = await db.select({ id: sites.id, name: sites.name }).from(sites);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
