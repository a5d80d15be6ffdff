import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { createFile } from "../storage/durable-files.ts";
import { SettingsError } from "../settings-error.ts";

const secretsFile = z.object({ jwtSecret: z.string().min(32), edgeApiKey: z.string().min(24) });

/** Returns the secrets in the text of a file of generated secrets. Throws for any other text. */
export function parseKeptSecrets(text: string): z.infer<typeof secretsFile> {
  return secretsFile.parse(JSON.parse(text));
}

/**
 * The generated secrets, created by the first process that needs them. Throws a SettingsError if the file is damaged.
 */
export function keptSecrets(file: string) {
  const secret = () => randomBytes(32).toString("base64url");
  const generated = JSON.stringify({ jwtSecret: secret(), edgeApiKey: secret() }, undefined, 2);
  if (!existsSync(file)) createFile(file, `${generated}\n`);
  try {
    return parseKeptSecrets(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingsError([`${file} is damaged (${String(error)}): delete it to generate new secrets`]);
  }
}
