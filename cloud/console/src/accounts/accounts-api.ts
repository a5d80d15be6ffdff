import { api, bodyOf, queryOf } from "../api/client.ts";

/** The inviter, role and email of an invite, by the token of its link. */
export const useInvite = (token: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/invites/{token}",
    { params: { path: { token: token ?? "" } } },
    { select: ({ data }) => data, enabled: token !== undefined, staleTime: Infinity },
  );

export const acceptInvite = (token: string, body: { name: string; password: string }) =>
  bodyOf(api.POST("/v1/invites/{token}/accept", { params: { path: { token } }, body }));

export const forgotPassword = (email: string) =>
  bodyOf(api.POST("/v1/user/auth/email/forgot-password", { body: { email } }));

export const resetPassword = (token: string, password: string) =>
  bodyOf(api.PUT("/v1/user/auth/email/change-password", { body: { token, password } }));

export const verifyEmail = (token: string) => bodyOf(api.POST("/v1/user/auth/email/verify", { body: { token } }));
