import { beginErasure, finishErasure } from "../erasure/erase-account.ts";
import { replaceCopies } from "../erasure/replace-copies.ts";
import { addressReplacement, nameReplacement } from "../erasure/text-pattern.ts";
import { readEmail } from "./create-admin.ts";
import { type CommandContext, CommandError, withSystem } from "./open-system.ts";

/** `erase-user EMAIL`: fulfils the request of a person who has left. The service may keep running. */
export async function eraseUser(
  context: CommandContext,
  address: string,
  { account: accountId }: { account?: string },
): Promise<void> {
  const email = readEmail(address);
  await withSystem(context, { migrate: true }, async ({ connection: { db }, settings, newId, nowMs }) => {
    const parts = { db, edgeDefaultUserEmail: settings.edgeDefaultUserEmail, newId, nowMs };
    const begun = await beginErasure(parts, { email, accountId });
    if ("refusal" in begun) throw new CommandError(begun.refusal);
    const { erasure, pseudonym, deleted, keptNames } = begun;
    context.print(`Account ${erasure.userId} is ${pseudonym.email}`);
    printRows(context, "Deleted", deleted);
    context.note("Replacing copies in all tables. If this is interrupted, run it again: it continues.");
    const replacements = {
      address: addressReplacement(erasure.addresses, pseudonym),
      name: nameReplacement(erasure.names, pseudonym),
    };
    const replaced = await replaceCopies(db, replacements);
    await finishErasure(parts, erasure, replaced);
    printRows(context, "Replaced", replaced);
    explainWhatFollows(context, { email, accountId: erasure.userId, keptNames });
  });
}

function printRows({ print }: CommandContext, what: string, rows: Record<string, number>): void {
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  print(`${what}: ${counts.join(", ") || "nothing"}`);
}

function explainWhatFollows(
  { note }: CommandContext,
  { email, accountId, keptNames }: { email: string; accountId: string; keptNames: readonly string[] },
): void {
  for (const name of keptNames)
    note(
      `"${name}" is one word or another account's name: it was replaced in the entries about this account, nowhere else.`,
    );
  note("Run this again after a restore, and when a device that was offline has delivered records with the address:");
  note(`  erase-user ${email} --account ${accountId}`);
}
