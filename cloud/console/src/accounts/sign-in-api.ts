import type { Schemas } from "@container-inspection/client";
import { ApiError } from "../api/api-error.ts";
import { api, bodyOf } from "../api/client.ts";
import { askForPasskey } from "./passkey.ts";

export type PendingSignIn = Schemas["PendingSignIn"];

/** Signs in, or returns the sign-in that waits for its second step. */
export async function signIn(email: string, password: string): Promise<PendingSignIn | undefined> {
  try {
    await bodyOf(api.POST("/v1/user/auth/email/login", { body: { email, password } }));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && isPending(error.secondFactor)) return error.secondFactor;
    throw error;
  }
}

/** Completes a sign-in with a code, or with one of the account's passkeys. */
export const completeWithCode = (challenge: string, code: string) =>
  bodyOf(api.POST("/v1/user/auth/second-factor", { body: { challenge, code } }));

export async function completeWithPasskey(challenge: string, options: Schemas["PasskeyRequest"]) {
  const passkey = await askForPasskey(options);
  return bodyOf(api.POST("/v1/user/auth/second-factor", { body: { challenge, passkey } }));
}

/** Signs in with a passkey alone, which names its account. */
export async function signInWithPasskey() {
  const { data } = await bodyOf(api.POST("/v1/user/auth/passkey/options"));
  return bodyOf(api.POST("/v1/user/auth/passkey/login", { body: { passkey: await askForPasskey(data) } }));
}

const isPending = (value: unknown): value is PendingSignIn =>
  typeof value === "object" && value !== null && "challenge" in value && "methods" in value;
