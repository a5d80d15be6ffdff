import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { time, users } from "./tables.ts";

/** Mobile devices registered for push; one belongs to whoever registered it last. */
export const devices = pgTable(
  "devices",
  {
    deviceId: text("device_id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    platform: text("platform").$type<"android" | "ios">().notNull(),
    /** Names one installation of the app, so no two devices have the same. */
    pushToken: text("push_token").notNull().unique(),
    appVersion: text("app_version").notNull(),
    deviceModel: text("device_model").notNull(),
    /** False once the push service says that the token is dead. */
    isActive: boolean("is_active").notNull(),
    lastActiveAt: time("last_active_at").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("devices_user").on(table.userId, table.lastActiveAt)],
);
