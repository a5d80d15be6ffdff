import { readFile } from "node:fs/promises";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./manifest.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** Format of the files of a backup: encrypted in the format of age, or plain. */
export type Seal = {
  /** Suffix of the names of encrypted files. */
  suffix: "" | ".age";
  apply: (bytes: Bytes) => AsyncGenerator<Uint8Array>;
};

/** Reads the bytes of a file of a backup; its name shows whether it is encrypted. */
export type Opener = (name: string, bytes: Bytes) => AsyncGenerator<Uint8Array>;

const SUFFIX = ".age";

/** Encrypts for public keys of age (`age1…`), so that who makes backups cannot read them; without any, not at all. */
export function createSeal(recipients: readonly string[]): Seal {
  if (recipients.length === 0) return { suffix: "", apply: asTheyAre };
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupError(`BACKUP_RECIPIENTS has an invalid public key of age: ${String(error)}`, { cause: error });
  }
  return {
    suffix: SUFFIX,
    async *apply(bytes) {
      yield* await encrypter.encrypt(ReadableStream.from(bytes));
    },
  };
}

/** Opens files with the secret keys in a file as `age-keygen` writes it; without one, encrypted files are refused. */
export async function createOpener(identityFile: string | undefined): Promise<Opener> {
  const decrypter = identityFile === undefined ? undefined : await readIdentities(identityFile);
  return async function* open(name, bytes) {
    const isEncrypted = name.endsWith(SUFFIX);
    if (isEncrypted && !decrypter)
      throw new BackupError("The backup is encrypted: add --identity with the file of the secret key of age.");
    yield* isEncrypted && decrypter ? await decrypt(decrypter, bytes) : asTheyAre(bytes);
  };
}

async function decrypt(decrypter: Decrypter, bytes: Bytes): Promise<ReadableStream<Uint8Array>> {
  try {
    return await decrypter.decrypt(ReadableStream.from(bytes));
  } catch (error) {
    throw new BackupError(`The backup cannot be decrypted with the key of --identity: ${String(error)}`, {
      cause: error,
    });
  }
}

async function readIdentities(file: string): Promise<Decrypter> {
  const lines = (await readFile(file, "utf8")).split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    // Without the cause, which could contain the key.
    throw new BackupError(`${file} is not a file of secret keys of age, as age-keygen writes it.`);
  }
  return decrypter;
}

async function* asTheyAre(bytes: Bytes): AsyncGenerator<Uint8Array> {
  yield* bytes;
}
