import type { RouteDefinition } from "../platform/http/define-route.ts";
import { login } from "./sign-in/login.ts";
import { beginGoogleSignIn } from "./sign-in/begin-google-sign-in.ts";
import { finishGoogleSignIn } from "./sign-in/finish-google-sign-in.ts";
import { refreshToken } from "./auth/refresh-token.ts";
import { logout } from "./auth/logout.ts";
import { register } from "./sign-in/register.ts";
import { verifyEmail } from "./auth/verify-email.ts";
import { forgotPassword } from "./auth/forgot-password.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { getMe } from "./users/get-me.ts";
import { updateMe } from "./users/update-me.ts";
import { changeEmail } from "./auth/change-email.ts";
import { changeOwnPassword } from "./auth/change-own-password.ts";
import { listSavedViews } from "./users/list-saved-views.ts";
import { saveView } from "./users/save-view.ts";
import { deleteSavedView } from "./users/delete-saved-view.ts";
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
import { completeSignIn } from "./sign-in/complete-sign-in.ts";
import { beginPasskeySignIn } from "./sign-in/begin-passkey-sign-in.ts";
import { signInWithPasskey } from "./sign-in/sign-in-with-passkey.ts";
import { getOwnSecondFactors } from "./second-factors/get-own-second-factors.ts";
import { startApp } from "./second-factors/start-app.ts";
import { addApp } from "./second-factors/add-app.ts";
import { startPasskey } from "./second-factors/start-passkey.ts";
import { addPasskey } from "./second-factors/add-passkey.ts";
import { removeSecondFactor } from "./second-factors/remove-second-factor.ts";
import { renewRecoveryCodes } from "./second-factors/renew-recovery-codes.ts";
import { resetSecondFactor } from "./second-factors/reset-second-factor.ts";
import { getSignInPolicy } from "./second-factors/get-sign-in-policy.ts";
import { updateSignInPolicy } from "./second-factors/update-sign-in-policy.ts";
import { listOwnSessions } from "./sessions/list-own-sessions.ts";
import { endOwnSession } from "./sessions/end-own-session.ts";
import { endOtherSessions } from "./sessions/end-other-sessions.ts";
import { listSessionsOfUser } from "./sessions/list-sessions-of-user.ts";
import { endSessionOfUser } from "./sessions/end-session-of-user.ts";
import { endSessionsOfUser } from "./sessions/end-sessions-of-user.ts";
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
  completeSignIn,
  beginPasskeySignIn,
  signInWithPasskey,
  getMe,
  updateMe,
  changeEmail,
  changeOwnPassword,
  listSavedViews,
  saveView,
  deleteSavedView,

  getOwnSecondFactors,
  startApp,
  addApp,
  startPasskey,
  addPasskey,
  removeSecondFactor,
  renewRecoveryCodes,

  listOwnSessions,
  endOwnSession,
  endOtherSessions,

  previewInvite,
  acceptInvite,
  createInvite,
  listInvites,
  revokeInvite,

  listUsers,
  getUser,
  updateUser,
  resetSecondFactor,
  listSessionsOfUser,
  endSessionOfUser,
  endSessionsOfUser,
  getSignInPolicy,
  updateSignInPolicy,

  listServiceAccounts,
  createServiceAccount,
  issueServiceToken,
  endServiceToken,
];
