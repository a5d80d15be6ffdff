import { optionalWholeNumber, text, webAddress } from "./variable.ts";

/** The provider through which users sign in. */
export const signInVariables = {
  googleClientId: text({
    name: "GOOGLE_CLIENT_ID",
    meaning: "sign-in with Google, whose redirect address is `PUBLIC_URL/v1/user/auth/google/callback`",
  }),
  googleClientSecret: text({ name: "GOOGLE_CLIENT_SECRET", meaning: "the secret of `GOOGLE_CLIENT_ID`" }),
  oidcIssuer: webAddress({
    name: "OIDC_ISSUER",
    shownDefault: "Google's",
    onlyWith: "GOOGLE_CLIENT_ID",
    meaning: "another OpenID Connect provider in place of Google",
  }),
  oidcMaxAgeHours: optionalWholeNumber({
    name: "OIDC_MAX_AGE_HOURS",
    min: 1,
    max: 720,
    onlyWith: "GOOGLE_CLIENT_ID",
    meaning:
      "how many hours after a user's sign-in at the provider the session here ends, and the provider must ask for the credentials again, " +
      "1 to 720; sign-ins of a provider that states no `auth_time` are refused. Without it sessions last 30 days, and the provider decides when it asks",
  }),
};
