import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { AdminsOnly } from "../shell/admins-only.tsx";
import { PageTitle } from "../shell/page-title.tsx";

const PAGES = [
  { to: "/admin/users", name: "Users" },
  { to: "/admin/invites", name: "Invites" },
  { to: "/admin/services", name: "Services" },
  { to: "/admin/emails", name: "Emails" },
  { to: "/admin/roll-outs", name: "Roll-outs" },
  { to: "/admin/push-deliveries", name: "Push" },
  { to: "/admin/webhooks", name: "Webhooks" },
  { to: "/admin/category-map", name: "Category map" },
  { to: "/admin/audit-log", name: "Audit log" },
] as const;

/** The frame of the admins' pages. */
export function AdminPage() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shown = PAGES.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <>
      <div className="page-head">
        <PageTitle title={shown ? `${shown.name}, admin` : "Admin"}>Admin</PageTitle>
      </div>
      <AdminsOnly>
        <nav className="tabs admin-tabs" aria-label="Admin">
          {PAGES.map(({ to, name }) => (
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
