import { text } from "node:stream/consumers";
import { writePasswordHash } from "../config/password-file.ts";
import { drawPassword } from "../page/draw-secret.ts";
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../page/password.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";

type Options = CommonOptions & { stdin?: boolean };

/** Sets the password of the technician's page: a new one, which is printed, or the one on standard input. */
export async function setPagePassword(options: Options, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context, { needsPassword: false });
  const given = options.stdin === true ? (await text(process.stdin)).split(/\r?\n/)[0] : undefined;
  if (given !== undefined && (given.length < MIN_PASSWORD_LENGTH || given.length > MAX_PASSWORD_LENGTH)) {
    const message = `the password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
    throw new CommandError("usage", message);
  }
  const password = given ?? drawPassword();
  writePasswordHash(config.dataDir, await hashPassword(password));
  const hint =
    config.page.host === undefined ? 'set page.host, such as "0.0.0.0", to open the page to the network' : "";
  show(options, context, given === undefined ? { password } : {}, [
    given === undefined ? `the password of the technician's page is now: ${password}` : "the password is set",
    ...(given === undefined ? ["You will not see it again. Earlier sign-ins have ended."] : []),
    ...(hint === "" ? [] : [hint]),
  ]);
}
