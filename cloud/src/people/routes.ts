import type { RouteDefinition } from "../platform/http/define-route.ts";
import { login } from "./auth/login.ts";
import { beginGoogleSignIn } from "./auth/begin-google-sign-in.ts";
import { finishGoogleSignIn } from "./auth/finish-google-sign-in.ts";
import { refreshToken } from "./auth/refresh-token.ts";
import { logout } from "./auth/logout.ts";
import { register } from "./auth/register.ts";
import { verifyEmail } from "./auth/verify-email.ts";
import { forgotPassword } from "./auth/forgot-password.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { getMe } from "./users/get-me.ts";
import { updateMe } from "./users/update-me.ts";
import { changeEmail } from "./auth/change-email.ts";
import { changeOwnPassword } from "./auth/change-own-password.ts";
import { previewInvite } from "./invites/preview-invite.ts";
import { acceptInvite } from "./invites/accept-invite.ts";
import { createInvite } from "./invites/create-invite.ts";
import { listInvites } from "./invites/list-invites.ts";
import { revokeInvite } from "./invites/revoke-invite.ts";
import { listUsers } from "./users/list-users.ts";
import { getUser } from "./users/get-user.ts";
import { updateUser } from "./users/update-user.ts";
import { listServiceAccounts } from "./services/list-service-accounts.ts";
import { createServiceAccount } from "./services/create-service-account.ts";
import { issueServiceToken } from "./services/issue-service-token.ts";
import { endServiceToken } from "./services/end-service-token.ts";
import type { PeopleParts } from "./parts.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const peopleRoutes: readonly RouteDefinition<PeopleParts>[] = [
  login,
  beginGoogleSignIn,
  finishGoogleSignIn,
  refreshToken,
  logout,
  register,
  verifyEmail,
  forgotPassword,
  resetPassword,
  getMe,
  updateMe,
  changeEmail,
  changeOwnPassword,

  previewInvite,
  acceptInvite,
  createInvite,
  listInvites,
  revokeInvite,

  listUsers,
  getUser,
  updateUser,

  listServiceAccounts,
  createServiceAccount,
  issueServiceToken,
  endServiceToken,
];
