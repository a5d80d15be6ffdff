import { useQueryClient } from "@tanstack/react-query";
import { Navigate, NavLink, Outlet, Route, Routes } from "react-router";
import { InvitePage } from "./accounts/invite-page.tsx";
import { ResetPasswordPage } from "./accounts/reset-password-page.tsx";
import { VerifyEmailPage } from "./accounts/verify-email-page.tsx";
import { AdminPage } from "./admin/admin-page.tsx";
import { AuditPage } from "./admin/audit-page.tsx";
import { EmailsPage } from "./admin/emails-page.tsx";
import { InvitesPage } from "./admin/invites-page.tsx";
import { UsersPage } from "./admin/users-page.tsx";
import { ApiError, signOut, useIsSupervisor, useMe } from "./api.ts";
import { CameraPage } from "./cameras/camera-page.tsx";
import { CamerasPage } from "./cameras/cameras-page.tsx";
import { ContainerPage } from "./containers/container-page.tsx";
import { ContainersPage } from "./containers/containers-page.tsx";
import { DevicesPage } from "./devices/devices-page.tsx";
import { EscalationPage } from "./escalations/escalation-page.tsx";
import { EscalationsPage } from "./escalations/escalations-page.tsx";
import { ReportPage } from "./reports/report-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { Notice } from "./ui/notice.tsx";
import { useLiveEvents } from "./ui/use-live-events.ts";

/** The console's pages; all but those of signing in stand inside the shell, which asks who is there. */
export function App() {
  return (
    <Routes>
      <Route path="/sign-in" element={<SignInPage />} />
      <Route path="/invite" element={<InvitePage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route element={<Shell />}>
        <Route index element={<Navigate to="/containers" replace />} />
        <Route path="/containers" element={<ContainersPage />} />
        <Route path="/containers/:id" element={<ContainerPage />} />
        <Route path="/containers/:id/report" element={<ReportPage />} />
        <Route path="/escalations" element={<EscalationsPage />} />
        <Route path="/escalations/:id" element={<EscalationPage />} />
        <Route path="/cameras" element={<CamerasPage />} />
        <Route path="/cameras/:cameraId" element={<CameraPage />} />
        <Route path="/devices" element={<DevicesPage />} />
        <Route path="/admin" element={<AdminPage />}>
          <Route index element={<Navigate to="/admin/users" replace />} />
          <Route path="users" element={<UsersPage />} />
          <Route path="invites" element={<InvitesPage />} />
          <Route path="emails" element={<EmailsPage />} />
          <Route path="audit-log" element={<AuditPage />} />
        </Route>
        <Route path="*" element={<Notice title="Page not found">Choose a page from the menu.</Notice>} />
      </Route>
    </Routes>
  );
}

function Shell() {
  const queries = useQueryClient();
  const { data: me, error, isPending } = useMe();
  const isSupervisor = useIsSupervisor();
  useLiveEvents(me !== undefined);
  if (error instanceof ApiError && error.status === 401) return <Navigate to="/sign-in" replace />;
  if (isPending) return null;

  const leave = async () => {
    await signOut();
    queries.clear();
    window.location.assign("/app/sign-in");
  };
  return (
    <>
      <header className="bar">
        <NavLink to="/containers" className="bar-brand">
          <img src="/app/favicon.svg" alt="" width="28" height="28" />
          <span>Container inspection</span>
        </NavLink>
        <nav>
          <NavLink to="/containers">Containers</NavLink>
          {isSupervisor && <NavLink to="/escalations">Escalations</NavLink>}
          <NavLink to="/cameras">Cameras</NavLink>
          {me?.role === "admin" && (
            <>
              <NavLink to="/devices">Devices</NavLink>
              <NavLink to="/admin">Admin</NavLink>
            </>
          )}
        </nav>
        <div className="bar-user">
          <span title={me?.role}>{me?.email}</span>
          <button type="button" className="quiet" onClick={() => void leave()}>
            Sign out
          </button>
        </div>
      </header>
      <main>{error ? <Notice title="The service does not answer">{error.message}</Notice> : <Outlet />}</main>
    </>
  );
}
