import type { Role } from "@container-inspection/shared-schemas/roles";
import { api, bodyOf, queryOf, taggedBodyOf } from "../api/client.ts";
import { makePasskey } from "./passkey.ts";

export const useSecondFactors = () =>
  queryOf.useQuery("get", "/v1/user/me/second-factors", {}, { select: ({ data }) => data });

export const startApp = async (currentPassword: string) =>
  (await bodyOf(api.POST("/v1/user/me/second-factors/app", { body: { currentPassword } }))).data;

export const addApp = async (body: { enrolment: string; code: string }) =>
  (await bodyOf(api.PUT("/v1/user/me/second-factors/app", { body }))).data;

/** Has the browser create a passkey, and adds it to the account. */
export async function addPasskey({ name, currentPassword }: { name: string; currentPassword: string }) {
  const started = await bodyOf(api.POST("/v1/user/me/second-factors/passkeys/options", { body: { currentPassword } }));
  const { id, rawId, response } = await makePasskey(started.data);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const passkey = { id, rawId, type: "public-key" as const };
  const body = { name, passkey: { ...passkey, response: { clientDataJSON, attestationObject, transports } } };
  return (await bodyOf(api.POST("/v1/user/me/second-factors/passkeys", { body }))).data;
}

export const removeFactor = ({ id, currentPassword }: { id: string; currentPassword: string }) =>
  bodyOf(api.DELETE("/v1/user/me/second-factors/{id}", { params: { path: { id } }, body: { currentPassword } }));

export const renewRecoveryCodes = async (currentPassword: string) =>
  (await bodyOf(api.POST("/v1/user/me/recovery-codes", { body: { currentPassword } }))).data;

/** Removes the second factors of a user who has lost them. */
export const resetSecondFactor = (id: string) =>
  bodyOf(api.DELETE("/v1/admin/users/{id}/second-factors", { params: { path: { id } } }));

/** Reads the roles that must have a second factor. */
export const useSignInPolicy = () =>
  queryOf.useQuery("get", "/v1/admin/sign-in-policy", {}, { select: ({ data }) => data });

/** Requires a second factor of a role, or no longer does; the other roles stay as they are at that moment. */
export async function requireOfRole({ role, isRequired }: { role: Role; isRequired: boolean }) {
  const { body, etag } = await taggedBodyOf(api.GET("/v1/admin/sign-in-policy"));
  const others = body.data.secondFactorRequired.filter((one) => one !== role);
  const secondFactorRequired = isRequired ? [...others, role] : others;
  return bodyOf(api.PUT("/v1/admin/sign-in-policy", { body: { secondFactorRequired }, headers: { "If-Match": etag } }));
}
