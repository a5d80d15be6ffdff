import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyTransport,
  UsedPasskey,
} from "@container-inspection/shared-schemas/second-factors";
import { passkeyCreation, passkeyRequest } from "@container-inspection/shared-schemas/second-factors";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { Settings } from "../../platform/settings/settings.ts";

/** Time in ms for which a browser waits for the person; challenges live a little longer. */
const TIMEOUT_MS = 240_000;
const TRANSPORTS = new Set<string>(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** EdDSA, ES256 and RS256: what every authenticator and this version of Node.js have beyond experiments. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey as it is stored. */
export type Passkey = {
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: PasskeyTransport[];
};

type Place = Pick<Settings, "webAppUrl" | "publicUrl" | "trustedOrigins">;

/** The host that passkeys belong to: that of the pages on which people sign in. */
const hostOf = ({ webAppUrl, publicUrl }: Place) => new URL(webAppUrl ?? publicUrl ?? "http://localhost").hostname;

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/**
 * Returns the options with which a browser creates a passkey. The challenge is the token of the enrolment, 32 random
 * bytes.
 */
export async function creationOf(
  settings: Place,
  { userId, email, challenge, known }: { userId: string; email: string; challenge: string; known: readonly Passkey[] },
): Promise<PasskeyCreation> {
  const options = await generateRegistrationOptions({
    rpName: "Container inspection",
    rpID: hostOf(settings),
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return passkeyCreation.parse(options);
}

/**
 * Returns the options with which a browser signs in with a passkey: one of `known`, or any that names its account
 * itself.
 */
export async function requestOf(
  settings: Place,
  { challenge, known }: { challenge: string; known?: readonly Passkey[] },
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(settings),
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    allowCredentials: (known ?? []).map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: known ? "preferred" : "required",
  });
  return passkeyRequest.parse({ allowCredentials: [], ...options });
}

/** Checks a new passkey against the challenge of its enrolment; undefined if it does not fit. */
export async function checkNewPasskey(
  settings: Place,
  { passkey, challenge }: { passkey: NewPasskey; challenge: string },
): Promise<Passkey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...settings.trustedOrigins],
      expectedRPID: hostOf(settings),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = (passkey.response.transports ?? []).filter(isTransport);
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      signCount: counter,
      transports,
    };
  } catch {
    return undefined;
  }
}

type Use = { used: UsedPasskey; challenge: string; known: Passkey; owner: string; asksForPin: boolean };

/**
 * Checks a signed challenge; returns the passkey's new counter, undefined if it does not fit. A counter that has not
 * grown does not fit either: the passkey was copied. Nor does a passkey that names another account than `owner`.
 */
export async function checkUsedPasskey(
  settings: Place,
  { used, challenge, known, owner, asksForPin }: Use,
): Promise<number | undefined> {
  const { credentialId: id, publicKey, signCount: counter, transports } = known;
  const { userHandle, ...response } = used.response;
  if (userHandle && !Buffer.from(userHandle, "base64url").equals(Buffer.from(owner))) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...used,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...settings.trustedOrigins],
      expectedRPID: hostOf(settings),
      credential: { id, publicKey: bytesOf(publicKey), counter, transports },
      requireUserVerification: asksForPin,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

const clientData = z.object({ challenge: z.string().max(500) });

/** The challenge that a browser has signed; undefined if there is none. It proves nothing before the check. */
export function challengeIn({ response }: NewPasskey | UsedPasskey): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON, "base64url").toString();
    return clientData.safeParse(JSON.parse(text)).data?.challenge;
  } catch {
    return undefined;
  }
}

const isTransport = (name: string): name is PasskeyTransport => TRANSPORTS.has(name);
