import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * The credentials of this service at Google, created in the Firebase console under project settings, service accounts.
 */
export type ServiceAccount = {
  projectId: string;
  clientEmail: string;
  /** RSA. */
  privateKey: KeyObject;
  privateKeyId: string | undefined;
  /** URL at which access tokens are requested. */
  tokenUri: string;
};

const accountFile = z.object({
  type: z.literal("service_account", { message: 'must be "service_account"' }),
  project_id: z.string().regex(/^[a-z0-9:.-]{1,100}$/, { message: "must be the id of a Firebase project" }),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/, message: "must be a web address" }),
});

/** Reads a service account's JSON file; `problem` describes the error in the file and its remedy. */
export function readServiceAccount(file: string): { account: ServiceAccount } | { problem: string } {
  const advice = "download a new one in the Firebase console (project settings, service accounts)";
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return { problem: `${file} cannot be read as JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  const parsed = accountFile.safeParse(content);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"} ${message}`);
    return { problem: `${file} is not a service account's key (${wrong.join("; ")}): ${advice}` };
  }
  const { project_id: projectId, client_email: clientEmail, private_key_id: privateKeyId, token_uri } = parsed.data;
  const privateKey = readKey(parsed.data.private_key);
  if (!privateKey) return { problem: `${file} contains no RSA private key in PEM format: ${advice}` };
  return { account: { projectId, clientEmail, privateKey, privateKeyId, tokenUri: token_uri } };
}

function readKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}
