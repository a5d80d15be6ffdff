import type { Role } from "@container-inspection/shared-schemas/roles";
import { t } from "@lingui/core/macro";
import { requireOfRole, useSignInPolicy } from "../accounts/factors-api.ts";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { wordOf } from "../language/words.ts";
import { announce } from "../ui/announcer.tsx";
import { ROLES } from "../shell/choices.ts";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";

/** Settings for the roles that must have a second factor. */
export function SignInPolicy() {
  const { data: policy, error } = useSignInPolicy();
  const { write, busy, problem } = useWrite(requireOfRole, ["sign-in-policy", "me"]);
  const change = async (role: Role, isRequired: boolean) => {
    const title = t`Require a second factor of every ${wordOf(role)}?`;
    const text = t`Those who have none can only add one, from their next request on.`;
    if (isRequired && !(await confirm({ title, text, action: t`Require it` }))) return;
    const done = isRequired
      ? t`A second factor is required of the role ${wordOf(role)}`
      : t`A second factor is optional for the role ${wordOf(role)}`;
    await write({ role, isRequired }, () => announce(done));
  };
  return (
    <fieldset className="sign-in-policy" disabled={busy || !policy}>
      <legend>{t`A second factor is required of`}</legend>
      {ROLES.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={policy?.secondFactorRequired.includes(role) ?? false}
            onChange={({ target }) => void change(role, target.checked)}
          />{" "}
          {wordOf(role)}
        </label>
      ))}
      <Problem text={problem ?? (error && !policy ? problemOf(error) : undefined)} />
    </fieldset>
  );
}
