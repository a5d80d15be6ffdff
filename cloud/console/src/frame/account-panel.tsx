import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { signOut, type useMe } from "../api/me.ts";
import { forgetUser } from "../api/last-user.ts";
import { reportSignedOut } from "../api/session.ts";
import { type Store, useStore } from "../api/store.ts";
import { useWrite } from "../api/use-write.ts";
import { LanguageSelect } from "../language/language-select.tsx";
import { wordOf } from "../language/words.ts";
import { useIsPhone } from "../ui/is-phone.ts";
import { density, theme } from "../ui/looks.ts";

const themeNames = () => ({ system: t`As the system`, light: t`Light`, dark: t`Dark` });
const densityNames = () => ({ comfortable: t`Comfortable`, compact: t`Compact` });

type Me = NonNullable<ReturnType<typeof useMe>["data"]>;

/** Content of the menu of the user: the account, language and scheme of this browser, and the end of the session. */
export function AccountPanel({ me }: { me: Me }) {
  const leave = useSignOut();
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
      <LookSelect label={t`Colours`} look={theme} names={themeNames()} />
      {!useIsPhone() && <LookSelect label={t`Rows of lists`} look={density} names={densityNames()} />}
      <button type="button" className="quiet" onClick={() => void leave()}>{t`Sign out`}</button>
    </>
  );
}

type LookProps<Word extends string> = {
  label: string;
  look: { words: readonly Word[]; chosen: Store<Word>; choose: (word: string) => void };
  names: Record<Word, string>;
};

function LookSelect<Word extends string>({ label, look, names }: LookProps<Word>) {
  return (
    <label>
      {label}
      <select value={useStore(look.chosen)} onChange={({ target }) => look.choose(target.value)}>
        {look.words.map((word) => (
          <option key={word} value={word}>
            {names[word]}
          </option>
        ))}
      </select>
    </label>
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
