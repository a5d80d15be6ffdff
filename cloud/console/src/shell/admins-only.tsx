import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useIsAdmin } from "../api/me.ts";
import { Notice } from "../ui/notice.tsx";

/** What only admins see; a notice in its place for all others. */
export const AdminsOnly = ({ children }: { children: ReactNode }) =>
  useIsAdmin() ? children : <Notice title={t`Administrators only`}>{t`Ask an administrator for access.`}</Notice>;
