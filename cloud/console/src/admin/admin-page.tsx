import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useMe } from "../api/me.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { Notice } from "../ui/notice.tsx";

const PAGES = [
  { to: "/admin/users", name: "Users" },
  { to: "/admin/invites", name: "Invites" },
  { to: "/admin/emails", name: "Emails" },
  { to: "/admin/roll-outs", name: "Roll-outs" },
  { to: "/admin/audit-log", name: "Audit log" },
] as const;

/** The frame of the admins' pages. */
export function AdminPage() {
  const { data: me } = useMe();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shown = PAGES.find(({ to }) => to === pathname);
  const isAdmin = me?.role === "admin";
  return (
    <>
      <div className="page-head">
        <PageTitle title={shown ? `${shown.name}, admin` : "Admin"}>Admin</PageTitle>
        {isAdmin && (
          <nav className="tabs push" aria-label="Admin">
            {PAGES.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {isAdmin ? <Outlet /> : <Notice title="Administrators only">Ask an administrator for access.</Notice>}
    </>
  );
}
