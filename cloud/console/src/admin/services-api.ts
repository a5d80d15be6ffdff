import type { CreateServiceAccountRequest } from "@container-inspection/shared-schemas/service-accounts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

export const useServiceAccounts = (query: { cursor: string | undefined }) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/service-accounts",
    { params: { query } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

export const createServiceAccount = async (body: CreateServiceAccountRequest) =>
  (await bodyOf(api.POST("/v1/admin/service-accounts", { body }))).data;

export const issueServiceToken = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/service-accounts/{id}/tokens", { params: { path: { id } }, body: {} }))).data;

export const endServiceToken = ({ id, tokenId }: { id: string; tokenId: string }) =>
  bodyOf(api.DELETE("/v1/admin/service-accounts/{id}/tokens/{tokenId}", { params: { path: { id, tokenId } } }));
