import { z } from "zod";
import { datetime, readableText } from "./primitives.ts";
import { role } from "./roles.ts";

/** `totp`: an authenticator app (RFC 6238); `passkey`: a credential of WebAuthn. */
export const secondFactorKind = z.enum(["totp", "passkey"]).meta({ id: "SecondFactorKind" });
export type SecondFactorKind = z.infer<typeof secondFactorKind>;

export const secondFactor = z
  .object({
    id: z.string(),
    kind: secondFactorKind,
    name: z.string(),
    createdAt: datetime,
    lastUsedAt: datetime.nullable(),
  })
  .meta({ id: "SecondFactor" });
export type SecondFactor = z.infer<typeof secondFactor>;

export const ownSecondFactors = z
  .object({
    factors: z.array(secondFactor),
    recoveryCodesLeft: z.int(),
    required: z.boolean().describe("whether the caller's role requires a second factor"),
  })
  .meta({ id: "OwnSecondFactors" });

const currentPassword = z.string().max(1_000);
const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/, { message: "must be base64url without padding" });
/** The secret of a sign-in or enrolment that waits for its second step. */
const challenge = z.string().max(500);
/** Six digits, or a recovery code; blanks and hyphens are ignored. */
const code = z.string().max(100);

export const confirmPasswordRequest = z.object({ currentPassword });

export const startedApp = z.object({
  enrolment: z.string().describe("to send back with the first code"),
  secret: z.string().describe("in base32, for apps that do not scan"),
  uri: z.string().describe("`otpauth://…`, for a QR code"),
  expiresAt: datetime,
});
export const confirmAppRequest = z.object({ enrolment: challenge, code });

/** The recovery codes are returned with the first factor only, and never again. */
export const addedSecondFactor = z.object({ factor: secondFactor, recoveryCodes: z.array(z.string()).nullable() });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
export type PasskeyTransport = z.infer<typeof transport>;
const credential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(transport).optional(),
});
const userVerification = z.enum(["required", "preferred", "discouraged"]);

/** Input of a browser's `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const passkeyCreation = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({ residentKey: z.literal("preferred"), userVerification }),
    attestation: z.literal("none"),
  })
  .meta({ id: "PasskeyCreation" });
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** Input of a browser's `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const passkeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: z.array(credential),
    userVerification,
  })
  .meta({ id: "PasskeyRequest" });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

const answered = {
  id: base64url(1_500),
  rawId: base64url(1_500),
  type: z.literal("public-key"),
};
/** A new credential, as `PublicKeyCredential.toJSON` writes it; what we do not use is ignored. */
export const newPasskey = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(10_000),
      transports: z.array(z.string().max(50)).max(20).optional(),
    }),
  })
  .meta({ id: "NewPasskey" });
export type NewPasskey = z.infer<typeof newPasskey>;

/** A signed challenge, as `PublicKeyCredential.toJSON` writes it; what we do not use is ignored. */
export const usedPasskey = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: base64url(200).nullish(),
    }),
  })
  .meta({ id: "UsedPasskey" });
export type UsedPasskey = z.infer<typeof usedPasskey>;

export const addPasskeyRequest = z.object({ name: readableText(100), passkey: newPasskey });

/** A sign-in whose password was right and that waits for the second factor. */
export const pendingSignIn = z
  .object({
    challenge: z.string().describe("to send with the second factor; it works once"),
    expiresAt: datetime,
    methods: z.array(z.enum(["totp", "passkey", "recovery-code"])),
    passkey: passkeyRequest.optional(),
  })
  .meta({ id: "PendingSignIn" });
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Either `code`, of an authenticator app or a recovery code, or `passkey`. */
export const completeSignInRequest = z
  .object({ challenge, code: code.optional(), passkey: usedPasskey.optional() })
  .refine(({ code: sent, passkey }) => (sent === undefined) !== (passkey === undefined), {
    message: "must hold either code or passkey",
  });
export const passkeySignInRequest = z.object({ passkey: usedPasskey });

/** Requirements for sign-ins with a password. */
export const signInPolicy = z
  .object({ secondFactorRequired: z.array(role).describe("the roles whose users must have a second factor") })
  .meta({ id: "SignInPolicy" });
export const updateSignInPolicyRequest = z.object({ secondFactorRequired: z.array(role).max(3) });
