import { readKeyFile } from "../../base/key-file.ts";
import type { Logger } from "../../base/logger.ts";

/** The key that all requests to the cloud carry. */
export type ApiKey = {
  current: () => string;
  /** Looks for another key after the cloud refused one; resolves to true if another one can be tried now. */
  renew: (refused: string) => Promise<boolean>;
};

/** A key that stays as it is. */
export const fixedKey = (key: string): ApiKey => ({ current: () => key, renew: async () => false });

/** A key that was read from `file`, and is read again each time the cloud has refused it. */
export function keyFromFile(file: string, key: string, logger: Logger): ApiKey {
  let current = key;
  let problem: string | undefined;
  return {
    current: () => current,
    async renew(refused) {
      // Another request has met the new key in the file before.
      if (current !== refused) return true;
      const reading = await readKeyFile(file);
      // Once per cause, not once per try.
      if (!reading.ok && reading.message !== problem) {
        logger.warn(
          { problem: reading.message, fix: reading.fix },
          "the cloud refused the key, and its file is unusable",
        );
      }
      problem = reading.ok ? undefined : reading.message;
      if (!reading.ok || reading.key === refused) return false;
      current = reading.key;
      logger.info({ file }, "the cloud refused the key; the key file contains another one, which is used from now on");
      return true;
    },
  };
}

/** The key of a configuration, which names either the key or its file. */
export function openApiKey(cloud: { apiKey: string; apiKeyFile: string | null }, logger: Logger): ApiKey {
  return cloud.apiKeyFile === null ? fixedKey(cloud.apiKey) : keyFromFile(cloud.apiKeyFile, cloud.apiKey, logger);
}
