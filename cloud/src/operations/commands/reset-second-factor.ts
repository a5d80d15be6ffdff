import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import { resetFactorsOf } from "../../people/second-factors/reset-factors-of.ts";
import { findUserByEmail, lockUser } from "../../people/accounts/user-store.ts";
import { readEmail } from "./create-admin.ts";
import { type CommandContext, CommandError, withSystem } from "./open-system.ts";

/** `reset-second-factor EMAIL`: for an administrator whom no other one can help. */
export async function resetSecondFactor(context: CommandContext, address: string): Promise<void> {
  const email = readEmail(address);
  await withSystem(context, { migrate: true }, async (system) =>
    system.connection.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      const account = user && (await lockUser(tx, user.id));
      if (!account) throw new CommandError(`No account exists for ${email}.`);
      if (!account.hasSecondFactor) throw new CommandError(`${email} has no second factor.`);
      await resetFactorsOf(tx, { account, audit: auditOfCommandLine(system) });
    }),
  );
  context.print(`The second factor of ${email} is reset.`);
  context.note(
    "The account signs in with its password alone. All sessions of the account have ended. No email was sent.",
  );
}
