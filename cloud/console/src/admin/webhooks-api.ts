import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import type { WebhookFormat } from "@container-inspection/shared-schemas/trade-events";
import type { UpdateWebhookRequest, WebhookDeliveryStatus } from "@container-inspection/shared-schemas/webhooks";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** Attempts of deliveries are no live events: what shows their outcome is polled. */
const LIVE_MS = 5_000;

type Page = { cursor: string | undefined };
/** The path parameters of a webhook. */
const of = (id: string) => ({ path: { id } });

export const useWebhooks = (query: Page) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/webhooks",
    { params: { query } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

export const useWebhook = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/webhooks/{id}",
    { params: of(id) },
    { select: ({ data }) => data, refetchInterval: LIVE_MS },
  );

/** The deliveries of a webhook, newest first, with what its address answered. */
export const useWebhookDeliveries = (id: string, query: Page & { status: WebhookDeliveryStatus | undefined }) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/webhooks/{id}/deliveries",
    { params: { ...of(id), query } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

type NewWebhook = { url: string; format: WebhookFormat; events?: LiveEventKind[]; description?: string };

/** Creates a webhook; the reply holds its signing secret. */
export const createWebhook = async (body: NewWebhook) => (await bodyOf(api.POST("/v1/admin/webhooks", { body }))).data;

/** Changes a webhook; fields that are undefined stay as they are. */
export const updateWebhook = ({ id, ...body }: { id: string } & UpdateWebhookRequest) =>
  bodyOf(api.PUT("/v1/admin/webhooks/{id}", { params: of(id), body }));

/** Creates another signing secret; the previous one also signs for a day. */
export const rotateWebhookSecret = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/webhooks/{id}/rotate-secret", { params: of(id) }))).data.secret;

export const testWebhook = (id: string) => bodyOf(api.POST("/v1/admin/webhooks/{id}/test", { params: of(id) }));

export const deleteWebhook = (id: string) => bodyOf(api.DELETE("/v1/admin/webhooks/{id}", { params: of(id) }));

/** Sends a delivery that failed, or that waits for its next attempt, again now. */
export const retryDelivery = ({ id, deliveryId }: { id: string; deliveryId: string }) =>
  bodyOf(api.POST("/v1/admin/webhooks/{id}/deliveries/{deliveryId}/retry", { params: { path: { id, deliveryId } } }));
