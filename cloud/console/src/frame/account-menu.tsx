import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import type { useMe } from "../api/me.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { Popover } from "../ui/popover.tsx";

const AccountPanel = lazyPage(async () => (await import("./account-panel.tsx")).AccountPanel);

/** The user as an initial, with the menu behind it. */
export const AccountMenu = ({ me }: { me: NonNullable<ReturnType<typeof useMe>["data"]> }) => (
  <Popover
    label={t`Account menu`}
    title={me.email}
    className="avatar"
    content={<span aria-hidden="true">{(me.name ?? me.email).charAt(0).toUpperCase()}</span>}
  >
    <Suspense>
      <AccountPanel me={me} />
    </Suspense>
  </Popover>
);
