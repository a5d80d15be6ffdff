import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import { changePasswordOf } from "../../people/auth/change-password-of.ts";
import { generatePassword, hashPassword } from "../../people/auth/passwords.ts";
import { findUserByEmail } from "../../people/accounts/user-store.ts";
import { readEmail } from "./create-admin.ts";
import { type CommandContext, CommandError, withSystem } from "./open-system.ts";

/** `reset-password EMAIL` */
export async function resetPassword(context: CommandContext, address: string): Promise<void> {
  const email = readEmail(address);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const isDisabled = await withSystem(context, { migrate: true }, async (system) => {
    const { connection, settings, nowMs } = system;
    if (email === settings.edgeDefaultUserEmail)
      throw new CommandError(`${email} is the account of edge devices, which cannot sign in.`);
    return connection.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user)
        throw new CommandError(`No account exists for ${email}. To create an admin, run: create-admin ${email}`);
      if (user.isService) throw new CommandError(`${email} is a service account: an admin issues a token for it.`);
      if (user.erasedAt) throw new CommandError(`${email} is an erased account, which stays disabled.`);
      const audit = auditOfCommandLine(system);
      const now = new Date(nowMs());
      await changePasswordOf(tx, user.id, { passwordHash, now, audit, action: "user.reset-password" });
      return user.disabledAt !== null;
    });
  });
  context.print(`New password: ${email} / ${password}`);
  context.note("The password will not be shown again. All sessions of the account have ended.");
  if (isDisabled) context.note("The account is disabled: an admin must enable it before it can sign in.");
}
