import type { EmailKind } from "@container-inspection/shared-schemas";

/** Where the link stands in a body. */
const LINK = "{link}";

/** The words of a mail, with `{link}` where its link belongs. */
export function composeEmail(kind: EmailKind): { subject: string; body: string } {
  return texts[kind];
}

/** The body with its link in place. */
export function withLink(body: string, link: string): string {
  return body.replaceAll(LINK, () => link);
}

const texts: Record<EmailKind, { subject: string; body: string }> = {
  invite: {
    subject: "You are invited to Container inspection",
    body: `You are invited to use Container inspection. Choose a password here within 7 days:

${LINK}

If you did not expect this, you can leave it alone: without the link nothing happens.
`,
  },
  "password-reset": {
    subject: "Set a new password",
    body: `Somebody, probably you, asked to set a new password for Container inspection. This works for one hour, once:

${LINK}

If it was not you, you can leave this alone: your password stays as it is.
`,
  },
  "verify-email": {
    subject: "Confirm your email address",
    body: `Please confirm that this is your address for Container inspection, within 3 days:

${LINK}

If you have no account there, you can leave this alone.
`,
  },
  "change-email": {
    subject: "Confirm your new email address",
    body: `Please confirm within 24 hours that this is your new address for Container inspection. You sign in with it from then on:

${LINK}

If you did not ask for this, you can leave it alone: without the link nothing changes.
`,
  },
  "email-change-notice": {
    subject: "Your email address is about to change",
    body: `Somebody, probably you, asked to change the email address of your account with Container inspection. It changes once the new
address is confirmed.

If it was not you, sign in and set a new password now, which stops the change, and tell an admin:

${LINK}
`,
  },
};
