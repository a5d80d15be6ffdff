import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import { exportTrainingData as writeFolder } from "../training-data/export-training-data.ts";
import { CommandError, type CommandContext, withSystem } from "./open-system.ts";

/** `export-training-data FOLDER`; the service may keep running. */
export async function exportTrainingData(
  context: CommandContext,
  folder: string,
  options: { limit: string },
): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError(`--limit must be a whole number of at least 1.`);
  await withSystem(context, { migrate: false }, async (system) => {
    const { connection, storage } = system;
    const counts = await writeFolder({ db: connection.db, storage }, folder, { limit });
    for (const { folder: name, pictures, labels, leftOut } of counts) {
      const reasons = Object.entries(leftOut).map(([reason, count]) => `, ${count} left out (${reason})`);
      context.print(`${name}: ${pictures} pictures, ${labels} labels${reasons.join("")}`);
    }
    await auditOfCommandLine(system)(connection.db, {
      action: "training-data.export",
      subject: { type: "training-data", id: "all" },
      before: null,
      after: Object.fromEntries(counts.map(({ folder: name, pictures }) => [name, pictures])),
    });
  });
}
