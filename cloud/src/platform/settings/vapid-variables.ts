import { z } from "zod";
import { isVapidScalar } from "./vapid-key.ts";
import { matching, variables } from "./variable.ts";

/** The environment variables by which push services of browsers know this service. */
export const vapidVariables = {
  vapidPrivateKey: z
    .string()
    .refine(isVapidScalar, {
      error:
        "VAPID_PRIVATE_KEY is not a private key: 32 bytes in base64url (make one with: openssl rand 32 | basenc --base64url)",
    })
    .optional()
    .register(variables, {
      name: "VAPID_PRIVATE_KEY",
      shownDefault: "from `JWT_SECRET`",
      meaning:
        "identifies this service to the push services of browsers, 32 bytes in base64url; browsers that subscribed with another key must " +
        "subscribe again",
    }),
  vapidSubject: matching(
    {
      name: "VAPID_SUBJECT",
      shownDefault: "`PUBLIC_URL`, or `ADMIN_EMAIL` without https",
      meaning: "whom a push service may contact about this service, as `mailto:…` or `https://…`",
    },
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    "must be mailto: and an email address, or an https address",
  ),
};
