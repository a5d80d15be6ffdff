import type { EmailStatus, Role, UpdateUserRequest } from "@container-inspection/shared-schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "../api.ts";

const LIVE_MS = 5_000;

type Page = { cursor: string | undefined };

export const useUsers = (filter: Page & { q: string | undefined; role: Role | undefined }) =>
  useQuery({
    queryKey: ["users", filter],
    queryFn: async () => (await bodyOf(api.GET("/v1/admin/users", { params: { query: filter } }))).data,
    placeholderData: keepPreviousData,
  });

export const updateUser = (id: string, body: UpdateUserRequest) =>
  bodyOf(api.PUT("/v1/admin/users/{id}", { params: { path: { id } }, body }));

export const useInvites = (filter: Page) =>
  useQuery({
    queryKey: ["invites", filter],
    queryFn: async () => (await bodyOf(api.GET("/v1/admin/invites", { params: { query: filter } }))).data,
    placeholderData: keepPreviousData,
  });

export const createInvite = async (email: string, role: Role) =>
  (await bodyOf(api.POST("/v1/admin/invites", { body: { email, role } }))).data;

export const revokeInvite = (id: string) => bodyOf(api.DELETE("/v1/admin/invites/{id}", { params: { path: { id } } }));

export const useEmailJobs = (filter: Page & { status: EmailStatus | undefined }) =>
  useQuery({
    queryKey: ["email-jobs", filter],
    queryFn: async () => (await bodyOf(api.GET("/v1/admin/email-jobs", { params: { query: filter } }))).data,
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });

export const retryEmail = (id: string) =>
  bodyOf(api.POST("/v1/admin/email-jobs/{id}/retry", { params: { path: { id } } }));

/** What is left undefined is not asked for; `from` and `to` are ISO 8601 times. */
export type AuditFilter = Record<"actor" | "action" | "subject" | "from" | "to", string | undefined>;

export const useAuditLog = (filter: Page & AuditFilter) =>
  useQuery({
    queryKey: ["audit-log", filter],
    queryFn: async () => (await bodyOf(api.GET("/v1/admin/audit-log", { params: { query: filter } }))).data,
    placeholderData: keepPreviousData,
  });
