import { NavLink, Outlet } from "react-router";
import { useMe } from "../api.ts";
import { Notice } from "../ui/notice.tsx";

/** The frame of the admins' pages. */
export function AdminPage() {
  const { data: me } = useMe();
  if (me && me.role !== "admin") return <Notice title="Administrators only">Ask an administrator for access.</Notice>;
  return (
    <>
      <div className="page-head">
        <h1>Admin</h1>
        <nav className="tabs push" aria-label="Admin">
          <NavLink to="/admin/users">Users</NavLink>
          <NavLink to="/admin/invites">Invites</NavLink>
          <NavLink to="/admin/emails">Emails</NavLink>
          <NavLink to="/admin/audit-log">Audit log</NavLink>
        </nav>
      </div>
      <Outlet />
    </>
  );
}
