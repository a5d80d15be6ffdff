import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { signOut, type useMe } from "../api/me.ts";
import { forgetUser } from "../api/last-user.ts";
import { reportSignedOut } from "../api/session.ts";
import { useStore } from "../api/store.ts";
import { useWrite } from "../api/use-write.ts";
import { LanguageSelect } from "../language/language-select.tsx";
import { wordOf } from "../language/words.ts";
import { chooseTheme, theme, THEMES, type Theme } from "./theme.ts";

const themeNames = (): Record<Theme, string> => ({ system: t`As the system`, light: t`Light`, dark: t`Dark` });

type Me = NonNullable<ReturnType<typeof useMe>["data"]>;

/** Content of the menu of the user: the account, language and scheme of this browser, and the end of the session. */
export function AccountPanel({ me }: { me: Me }) {
  const leave = useSignOut();
  const chosen = useStore(theme);
  return (
    <>
      <p className="account-who">
        <strong>
          <bdi>{me.email}</bdi>
        </strong>
        <span className="faint">{wordOf(me.role)}</span>
      </p>
      <Link to="/account">{t`Your account`}</Link>
      <label>
        {t`Language`} <LanguageSelect />
      </label>
      <label>
        {t`Colours`}
        <select value={chosen} onChange={({ target }) => chooseTheme(target.value)}>
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {themeNames()[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="quiet" onClick={() => void leave()}>{t`Sign out`}</button>
    </>
  );
}

/** Ends the session in all tabs of the browser. */
function useSignOut(): () => Promise<boolean> {
  const { write } = useWrite(signOut);
  return () =>
    write(undefined, () => {
      reportSignedOut();
      forgetUser();
      // A full load, so that nothing of this user stays in memory.
      window.location.assign("/app/sign-in");
    });
}
