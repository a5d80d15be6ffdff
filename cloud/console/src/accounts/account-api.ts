import { api, bodyOf, queryOf } from "../api/client.ts";

export const setOwnName = (name: string) => bodyOf(api.PUT("/v1/user/me", { body: { name } }));

/** Sets the time zone in which the user reads times; null for that of each device. */
export const setOwnZone = (timeZone: string | null) => bodyOf(api.PUT("/v1/user/me", { body: { timeZone } }));

/** Has a link mailed to the new address; the account keeps the present one until the link is opened. */
export const changeOwnEmail = async (body: { email: string; currentPassword: string }) =>
  (await bodyOf(api.PUT("/v1/user/me/email", { body }))).data;

/** Sets another password. It ends all sessions; this browser continues with a new one. */
export const changeOwnPassword = (body: { currentPassword: string; password: string }) =>
  bodyOf(api.PUT("/v1/user/me/password", { body }));

/** The phones that receive the caller's notifications. */
export const usePhones = () => queryOf.useQuery("get", "/v1/devices", {}, { select: ({ data }) => data.devices });

export const unregisterPhone = (deviceId: string) =>
  bodyOf(api.DELETE("/v1/devices/unregister", { body: { deviceId } }));
