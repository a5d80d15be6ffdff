import type { UpdateNotificationsRequest } from "@container-inspection/shared-schemas/notifications";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** Reads the caller's settings for email notifications. */
export const useNotifications = () =>
  queryOf.useQuery("get", "/v1/user/me/notifications", {}, { select: ({ data }) => data });

export const setNotifications = (body: UpdateNotificationsRequest) =>
  bodyOf(api.PUT("/v1/user/me/notifications", { body }));
