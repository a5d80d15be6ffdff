import { email as emailSchema } from "@container-inspection/shared-schemas/primitives";
import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import { generatePassword, hashPassword } from "../../people/auth/passwords.ts";
import { presentUser } from "../../people/users/present-user.ts";
import { findUserById, insertUser } from "../../people/accounts/user-store.ts";
import { type CommandContext, CommandError, withSystem } from "./open-system.ts";

/** `create-admin EMAIL` */
export async function createAdmin(context: CommandContext, address: string): Promise<void> {
  const email = readEmail(address);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await withSystem(context, { migrate: true }, async (system) => {
    const { connection, newId, nowMs } = system;
    const id = newId();
    await connection.db.transaction(async (tx) => {
      const account = { id, email, name: null, role: "admin" as const, passwordHash, createdAt: new Date(nowMs()) };
      if (!(await insertUser(tx, account)))
        throw new CommandError(
          `${email} already has an account. To set a new password for it, run: reset-password ${email}`,
        );
      const made = await findUserById(tx, id);
      const after = made ? presentUser(made) : null;
      await auditOfCommandLine(system)(tx, {
        action: "user.create",
        subject: { type: "user", id },
        before: null,
        after,
      });
    });
  });
  context.print(`Admin: ${email} / ${password}`);
  context.note("The password will not be shown again. Change it after the first sign-in.");
}

/** An address in lower case, or a CommandError. */
export function readEmail(address: string): string {
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) throw new CommandError(`"${address}" is not an email address.`);
  return parsed.data;
}
