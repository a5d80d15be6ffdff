import type { ServiceAccount } from "@container-inspection/shared-schemas/service-accounts";
import type { ServiceAccountRow } from "./service-account-store.ts";

/** A service account in replies to administrators. */
export function presentServiceAccount({ user, tokens }: ServiceAccountRow): ServiceAccount {
  const { id, email, name, role, disabledAt, createdAt } = user;
  return {
    id,
    name: name ?? email,
    email,
    role,
    disabled: disabledAt !== null,
    createdAt: createdAt.toISOString(),
    tokens: tokens.map((token) => ({
      id: token.id,
      createdAt: token.createdAt.toISOString(),
      expiresAt: token.endsAt.toISOString(),
    })),
  };
}
