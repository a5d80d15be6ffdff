import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useIsAdmin } from "../api/me.ts";
import { Notice } from "../ui/notice.tsx";

/** Content for admins; all other users see a notice in its place. */
export const AdminsOnly = ({ children }: { children: ReactNode }) =>
  useIsAdmin() ? children : <Notice title={t`Administrators only`}>{t`Ask an administrator for access.`}</Notice>;
