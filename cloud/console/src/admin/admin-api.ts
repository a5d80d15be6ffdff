import type { EmailStatus } from "@container-inspection/shared-schemas/emails";
import type { PushStatus } from "@container-inspection/shared-schemas/push";
import type { Role } from "@container-inspection/shared-schemas/roles";
import type { UpdateUserRequest } from "@container-inspection/shared-schemas/users";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** The progress of emails is no live event: it is polled. */
const LIVE_MS = 5_000;

type Page = { cursor: string | undefined };

export const useUsers = (query: Page & { q: string | undefined; role: Role | undefined }) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/users",
    { params: { query } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

export const useUser = (id: string) =>
  queryOf.useQuery("get", "/v1/admin/users/{id}", { params: { path: { id } } }, { select: ({ data }) => data });

export const updateUser = ({ id, ...body }: { id: string } & UpdateUserRequest) =>
  bodyOf(api.PUT("/v1/admin/users/{id}", { params: { path: { id } }, body }));

export const useInvites = (query: Page) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/invites",
    { params: { query } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

export const createInvite = async (body: { email: string; role: Role }) =>
  (await bodyOf(api.POST("/v1/admin/invites", { body }))).data;

export const revokeInvite = (id: string) => bodyOf(api.DELETE("/v1/admin/invites/{id}", { params: { path: { id } } }));

export const useEmailJobs = (query: Page & { status: EmailStatus | undefined }) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/email-jobs",
    { params: { query } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

export const retryEmail = (id: string) =>
  bodyOf(api.POST("/v1/admin/email-jobs/{id}/retry", { params: { path: { id } } }));

export const usePushDeliveries = (query: Page & { status: PushStatus | undefined; deviceId: string | undefined }) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/push-deliveries",
    { params: { query } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

/** Fields that are undefined do not filter; `from` and `to` are ISO 8601 times. */
export type AuditFilter = Record<"actor" | "action" | "subject" | "from" | "to", string | undefined>;

/** One page of the audit log, read once. */
export const readAuditLog = async (query: { limit: number; cursor?: string | undefined } & AuditFilter) =>
  (await bodyOf(api.GET("/v1/admin/audit-log", { params: { query } }))).data;

export const useAuditLog = (query: Page & AuditFilter) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/audit-log",
    { params: { query: { ...query, total: "true" } } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );
