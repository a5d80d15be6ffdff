import type { EmailKind } from "@container-inspection/shared-schemas/emails";

/** Emails whose text is the same for every recipient but for their link. */
export type LinkEmailKind = Exclude<EmailKind, "alert" | "shift-report">;

/** The placeholder of the link in a body. */
export const LINK = "{link}";

/** Returns the text of an email, with `{link}` in place of its link. */
export function composeEmail(kind: LinkEmailKind): { subject: string; body: string } {
  return texts[kind];
}

/** Returns the body with its link. */
export function withLink(body: string, link: string): string {
  return body.replaceAll(LINK, () => link);
}

const texts: Record<LinkEmailKind, { subject: string; body: string }> = {
  invite: {
    subject: "You are invited to Container inspection",
    body: `You are invited to use Container inspection. Choose a password here within 7 days:

${LINK}

If you did not expect this email, you can ignore it.
`,
  },
  "password-reset": {
    subject: "Set a new password",
    body: `A new password was requested for your account with Container inspection. This link works once, for one hour:

${LINK}

If you did not request it, you can ignore this email: your password does not change.
`,
  },
  "verify-email": {
    subject: "Confirm your email address",
    body: `Please confirm your email address for Container inspection within 3 days:

${LINK}

If you have no account, you can ignore this email.
`,
  },
  "change-email": {
    subject: "Confirm your new email address",
    body: `Please confirm within 24 hours that this is your new address for Container inspection. After that, you sign in with it:

${LINK}

If you did not request this, you can ignore this email: nothing changes.
`,
  },
  "email-change-notice": {
    subject: "Your email address is about to change",
    body: `A new email address was requested for your account with Container inspection. It changes when the new address is
confirmed.

If you did not request it, sign in and set a new password now, which stops the change, and inform an administrator:

${LINK}
`,
  },
  "second-factor-notice": {
    subject: "Your second factor has changed",
    body: `The second factor of your account with Container inspection has changed: an authenticator app or a passkey was added or
removed, or new recovery codes were created.

If you did not do this, set a new password now, remove every passkey and authenticator app that you did not add on the page of
your account, since a new password does not remove them, and inform an administrator:

${LINK}
`,
  },
  "second-factor-reset": {
    subject: "Your second factor was reset",
    body: `An administrator has removed the second factor of your account with Container inspection, and ended its sessions. You sign
in with your password, and can add a new second factor on the page of your account.

If you did not ask for this, set a new password now, and inform an administrator:

${LINK}
`,
  },
};
