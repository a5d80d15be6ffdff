import { t } from "@lingui/core/macro";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { AdminsOnly } from "../shell/admins-only.tsx";
import { PageTitle } from "../ui/page-title.tsx";

const adminPages = () =>
  [
    { to: "/admin/users", name: t`Users` },
    { to: "/admin/invites", name: t`Invites` },
    { to: "/admin/services", name: t`Services` },
    { to: "/admin/emails", name: t`Emails` },
    { to: "/admin/roll-outs", name: t`Roll-outs` },
    { to: "/admin/push-deliveries", name: t`Push` },
    { to: "/admin/webhooks", name: t`Webhooks` },
    { to: "/admin/category-map", name: t`Category map` },
    { to: "/admin/audit-log", name: t`Audit log` },
  ] as const;

/** The frame of the admins' pages. */
export function AdminPage() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shown = adminPages().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <>
      <div className="page-head">
        <PageTitle title={shown ? t`${shown.name}, admin` : t`Admin`}>{t`Admin`}</PageTitle>
      </div>
      <AdminsOnly>
        <nav className="tabs admin-tabs" aria-label={t`Admin`}>
          {adminPages().map(({ to, name }) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </nav>
        <Outlet />
      </AdminsOnly>
    </>
  );
}
