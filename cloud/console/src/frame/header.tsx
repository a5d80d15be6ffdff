import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/me.ts";
import { openPalette } from "../palette/palette-key.tsx";
import { Search } from "lucide";
import { Icon } from "../ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";

/** The one line above every page: the product, the ways to the views, the search, and the user. */
export function Header() {
  const { data: me } = useMe();
  const mayGo = me !== undefined && !me.mustAddSecondFactor;
  return (
    <header className="bar">
      <Link to="/today" className="bar-brand" activeProps={{}} aria-label={t`Container inspection`}>
        <img src="/app/favicon.svg" alt="" width="28" height="28" />
        <span>{t`Container inspection`}</span>
      </Link>
      {mayGo && <Navigation />}
      <div className="bar-end">
        {mayGo && (
          <button type="button" className="bar-search" title={t`Ctrl+K`} aria-label={t`Search`} onClick={openPalette}>
            <Icon of={Search} />
            <span>{t`Search`}</span>
            <kbd>{t`Ctrl+K`}</kbd>
          </button>
        )}
        {me && <AccountMenu me={me} />}
      </div>
    </header>
  );
}
