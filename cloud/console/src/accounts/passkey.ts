import type { Schemas } from "@container-inspection/client";
import { t } from "@lingui/core/macro";

/** False where the page may not use passkeys: over plain HTTP, apart from localhost. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/** Has the browser create a passkey; throws with a sentence for the user where it did not. */
export async function makePasskey(optionsJSON: Schemas["PasskeyCreation"]) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({ optionsJSON }).catch(explain);
}

/** Has the browser sign a challenge with a passkey; throws with a sentence for the user where it did not. */
export async function askForPasskey(optionsJSON: Schemas["PasskeyRequest"]) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON }).catch(explain);
}

const reasons = (): Record<string, string> => ({
  NotAllowedError: t`No passkey was used: the browser's question was closed, or not answered in time.`,
  InvalidStateError: t`This passkey was added already.`,
  SecurityError: t`Passkeys do not work at this address. Open the console at the address that its administrator gave you.`,
});

/** Browsers give few reasons, so that a page learns nothing about the passkeys of a device. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  throw new Error(reasons()[name] ?? t`The browser could not use a passkey.`, { cause: error });
}
