import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { LanguageSelect } from "../language/language-select.tsx";
import { wordOf } from "../language/words.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { confirm } from "../ui/confirm.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { Facts } from "../ui/facts.tsx";
import { KeysSwitch } from "../ui/keys-switch.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { changeOwnEmail, changeOwnPassword, setOwnName, unregisterPhone, usePhones } from "./account-api.ts";
import { NewPasswordField } from "./account-form.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { OwnZone } from "./own-zone.tsx";
import { SecondFactors } from "./second-factors.tsx";
import { CurrentPassword, SecretForm } from "./secret-form.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { BrowserNotifications } from "./browser-notifications.tsx";

/** The user's own account: identity, sign-in methods, and mail and push notifications. */
export function AccountPage() {
  const { data: me } = useMe();
  const [hasNewPassword, setHasNewPassword] = useState(false);
  if (!me) return null;
  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Your account`} />
      </div>
      <div className="device-cards one-column">
        <section className="card" aria-label={t`Account`}>
          <h2>{t`Account`}</h2>
          <Facts
            facts={[
              [t`Email`, <bdi key="email">{me.email}</bdi>],
              [t`Name`, me.name && <bdi>{me.name}</bdi>],
              [t`Role`, wordOf(me.role)],
              [t`Since`, <ExactTime key="since" at={me.createdAt} />],
              [t`Language`, <LanguageSelect key="language" />],
            ]}
          />
        </section>
        <NameForm key={me.name} name={me.name ?? ""} />
        <EmailForm />
        <PasswordForm email={me.email} isDone={hasNewPassword} setIsDone={setHasNewPassword} />
        <SecondFactors hasNewPassword={hasNewPassword} />
        <OwnSessions />
        <OwnZone timeZone={me.timeZone} />
        <section className="card" aria-label={t({ context: "keyboard", message: "Keys" })}>
          <h2>{t({ context: "keyboard", message: "Keys" })}</h2>
          <KeysSwitch />
          <p className="faint small">{t`The choice belongs to this browser. Keys with Ctrl always act.`}</p>
        </section>
        <NotificationsCard />
        <Phones />
        <BrowserNotifications />
      </div>
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const work = useWrite(setOwnName, ["me"]);
  return (
    <SecretForm
      title={t`Name`}
      action={t`Save name`}
      work={work}
      send={(field) => work.write(field("name"), () => announce(t`Name saved`))}
    >
      <label>
        {t`Your name`}
        <input name="name" autoComplete="name" maxLength={200} required defaultValue={name} />
      </label>
    </SecretForm>
  );
}

function EmailForm() {
  const [asked, setAsked] = useState<{ newEmail: string; linkExpiresAt: string }>();
  const work = useWrite(changeOwnEmail);
  return (
    <SecretForm
      title={t`Email address`}
      action={t`Send confirmation link`}
      work={work}
      send={(field) => work.write({ email: field("email"), currentPassword: field("current") }, setAsked)}
    >
      <label>
        {t`New email address`}
        <input name="email" type="email" autoComplete="email" required />
      </label>
      <CurrentPassword />
      {asked && (
        <p role="status">
          <Trans>
            A link was sent to <bdi>{asked.newEmail}</bdi>. The address changes once the link is opened, before{" "}
            <ExactTime at={asked.linkExpiresAt} />. Then you sign in again.
          </Trans>
        </p>
      )}
    </SecretForm>
  );
}

type PasswordProps = { email: string; isDone: boolean; setIsDone: (isDone: boolean) => void };

function PasswordForm({ email, isDone, setIsDone }: PasswordProps) {
  const work = useWrite(changeOwnPassword);
  return (
    <SecretForm
      title={t`Password`}
      action={t`Change password`}
      work={work}
      send={async (field) => {
        const isChanged = await work.write({ currentPassword: field("current"), password: field("password") });
        setIsDone(isChanged);
        return isChanged;
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <CurrentPassword />
      <NewPasswordField />
      {isDone ? (
        <p role="status">{t`The password is changed. All other sessions have ended.`}</p>
      ) : (
        <p className="faint small">{t`All your sessions on other devices end.`}</p>
      )}
    </SecretForm>
  );
}

function Phones() {
  const { data: phones, error } = usePhones();
  const { write, busy, problem } = useWrite(unregisterPhone, ["phones"]);
  const unregister = async (deviceId: string, model: string) => {
    const text = t`It receives no notifications until the app registers it again.`;
    if (await confirm({ title: t`Unregister ${model}?`, text, action: t`Unregister`, isDanger: true }))
      await write(deviceId);
  };
  return (
    <section className="card" aria-label={t`Phones`}>
      <h2>{t`Phones that receive notifications`}</h2>
      {phones?.length === 0 && (
        <p className="faint">{t`None. The mobile app registers a phone when you sign in there.`}</p>
      )}
      <ul className="phones">
        {phones?.map(({ deviceId, deviceModel, platform, isActive, lastActiveAt }) => (
          <li key={deviceId}>
            <span>
              <bdi>{deviceModel}</bdi>{" "}
              <span className="faint small">
                {isActive ? (
                  <Trans>
                    {platform}, registered <TimeAgo at={lastActiveAt} />
                  </Trans>
                ) : (
                  <Trans>
                    {platform}, rejected by the push service, last registered <TimeAgo at={lastActiveAt} />
                  </Trans>
                )}
              </span>
            </span>
            <button
              type="button"
              className="quiet"
              disabled={busy}
              onClick={() => void unregister(deviceId, deviceModel)}
            >
              {t`Unregister`}
            </button>
          </li>
        ))}
      </ul>
      <Problem text={problem ?? (error && !phones ? problemOf(error) : undefined)} />
    </section>
  );
}
