import { Command, CommanderError } from "commander";
import { explainStartFailure } from "./start-failure.ts";
import { backup, restore } from "./backup.ts";
import { backupPictures, restorePictures, verifyPictures } from "./picture-backup.ts";
import { createAdmin } from "./create-admin.ts";
import { erasePicture } from "./erase-picture.ts";
import { eraseUser } from "./erase-user.ts";
import { distributeTracking } from "./distribute-tracking.ts";
import { exportTrainingData } from "./export-training-data.ts";
import { migrate } from "./migrate.ts";
import type { CommandContext } from "./open-system.ts";
import { recountStatistics } from "./recount-statistics.ts";
import { resetPassword } from "./reset-password.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { verifyChain } from "./verify-chain.ts";

const HELP = `
Without a command the service starts. The commands use the same settings, from the environment: DATABASE_URL, DATA_DIR and so
on. Without DATABASE_URL they open the embedded database, which only one process can open: stop the service first.

Exit codes: 0 done, 1 failed, 2 wrong usage`;

/** Builds the program with every command; it throws CommanderError for a wrong command line. */
export function createProgram(context: CommandContext): Command {
  const program = new Command("cloud")
    .description("The container inspection service and the commands of its operators.")
    .addHelpText("after", HELP)
    .showHelpAfterError("(add --help for a list of commands and options)")
    // Inherited by every command.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.note(text.trimEnd()),
    });
  addBackupCommands(program, context);
  addDataCommands(program, context);
  addAccountCommands(program, context);
  addErasureCommands(program, context);
  return program;
}

/** Runs one command of the command line, with its arguments after the program's name, and returns the exit code. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    await createProgram(context).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.note(explainStartFailure(error));
    return 1;
  }
}

function addBackupCommands(program: Command, context: CommandContext): void {
  program
    .command("backup")
    .argument("<folder>", "a new folder")
    .description(
      "write database, pictures and generated secrets into a folder; on Postgres the service may run meanwhile",
    )
    .option("--no-pictures", "leave the pictures to backup-pictures")
    .action((folder: string, options: { pictures: boolean }) => backup(context, folder, options));
  program
    .command("restore")
    .argument("<folder>", "a folder that backup wrote, from Postgres or from the embedded database")
    .option("--replace", "delete the data that the database contains", false)
    .option("--other-installation", "agree that the backup is of another installation than this one", false)
    .option(...IDENTITY)
    .description("check a backup, then restore it; the service must not run")
    .action((folder: string, options: Parameters<typeof restore>[2]) => restore(context, folder, options));
  addPictureBackupCommands(program, context);
}

const IDENTITY = ["--identity <file>", "the secret key of age, where the backup is encrypted"] as const;
const PLACE = ["<place>", "a folder, or s3://bucket/folder?region=… as in STORAGE_URL"] as const;

function addPictureBackupCommands(program: Command, context: CommandContext): void {
  program
    .command("backup-pictures")
    .argument(...PLACE)
    .option("--delete-after-days <days>", "end copies of deleted pictures after this time; never keeps them", "30")
    .description(
      "copy the pictures that the backup lacks, each compared with the hash of its record; the service may run",
    )
    .action((place: string, options: { deleteAfterDays: string }) => backupPictures(context, place, options));
  program
    .command("verify-pictures")
    .argument(...PLACE)
    .option("--percent <percent>", "read only this share of the copies, drawn for each run", "100")
    .description("read the copies of pictures and report damaged ones; the service may run")
    .action((place: string, options: { percent: string }) => verifyPictures(context, place, options));
  program
    .command("restore-pictures")
    .argument(...PLACE)
    .option(...IDENTITY)
    .description("bring back the pictures that records name and the storage lacks; the service may run")
    .action((place: string, options: { identity?: string }) => restorePictures(context, place, options));
}

function addDataCommands(program: Command, context: CommandContext): void {
  program
    .command("migrate")
    .description("bring the database up to date before a rollout; replicas of the previous release may run meanwhile")
    .action(() => migrate(context));
  program
    .command("distribute-tracking")
    .description("spread the tables of TRACKING_DATABASE_URL, the coordinator of a Citus cluster, over its workers")
    .action(() => distributeTracking(context));
  program
    .command("recount-statistics")
    .description("count the statistics of all records again; the service may run meanwhile")
    .action(() => recountStatistics(context));
  program
    .command("export-training-data")
    .argument("<folder>", "a new folder")
    .option("--limit <pictures>", "the most pictures of each kind", "20000")
    .description("write the pictures that reviewers have judged, with labels in YOLO's layout, to train models with")
    .action((folder: string, options: { limit: string }) => exportTrainingData(context, folder, options));
  program
    .command("verify-chain")
    .argument("<file>", "a chain that GET /v1/admin/edge-devices/{id}/chain exported")
    .description("verify order, hashes and signatures of exported records, without a database or a network")
    .action((file: string) => verifyChain(context, file));
}

function addAccountCommands(program: Command, context: CommandContext): void {
  program
    .command("create-admin")
    .argument("<email>")
    .description("create an account with the role admin, and print its password once")
    .action((email: string) => createAdmin(context, email));
  program
    .command("reset-password")
    .argument("<email>")
    .description("set a new password for an account, end its sessions, and print the password once")
    .action((email: string) => resetPassword(context, email));
  program
    .command("reset-second-factor")
    .argument("<email>")
    .description("remove the second factor of an account whose user has lost it, and end its sessions")
    .action((email: string) => resetSecondFactor(context, email));
}

/** Adds the commands for requests of people about their personal data. */
function addErasureCommands(program: Command, context: CommandContext): void {
  program
    .command("erase-user")
    .argument("<email>")
    .option("--account <id>", "the id of the account, for an address that is erased already and has come back")
    .description("replace a person who has left by a pseudonym, at their request; disable the account first")
    .action((email: string, options: { account?: string }) => eraseUser(context, email, options));
  program
    .command("erase-picture")
    .argument("<id>", "a scan, or evidence (ev_...)")
    .requiredOption("--reason <text>", "why, for the audit log, such as the number of the request; no names")
    .description("delete the picture of one record at a person's request; the record stays with the hash")
    .action((id: string, options: { reason: string }) => erasePicture(context, id, options));
}
