import { t } from "@lingui/core/macro";
import { api, bodyOf, queryOf } from "../api/client.ts";

const LIST = "/v1/user/me/push-subscriptions";

/** The browsers that receive the user's notifications, and the key that a browser subscribes with. */
export const usePushSubscriptions = () => queryOf.useQuery("get", LIST, {}, { select: ({ data }) => data });

export const removeSubscription = (id: string) =>
  bodyOf(api.DELETE("/v1/user/me/push-subscriptions/{id}", { params: { path: { id } } }));

/** Returns why this browser cannot receive notifications on this page; undefined if it can. */
export function whyNoPush(): string | undefined {
  if (!window.isSecureContext)
    return t`This page was opened without HTTPS: browsers receive notifications with HTTPS alone. Ask an administrator for the address with HTTPS.`;
  if (!("serviceWorker" in navigator && "PushManager" in window))
    return t`This browser cannot receive notifications here. On an iPhone or iPad, add this page to the home screen, and open it from there.`;
  return undefined;
}

/** Asks for the permission, subscribes this browser at its push service, and has the service send to it. */
export async function subscribeHere(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(t`Notifications are blocked for this page. Allow them in the settings of the browser.`);
  await navigator.serviceWorker.register("/app/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const known = await pushManager.getSubscription();
  // A subscription to another key of the service is of no use any longer.
  const isOfKey = known && textOf(known.options.applicationServerKey) === publicKey;
  if (known && !isOfKey) await known.unsubscribe();
  const made = isOfKey ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint } = made;
  const [p256dh, auth] = [textOf(made.getKey("p256dh")), textOf(made.getKey("auth"))];
  await bodyOf(api.POST(LIST, { body: { endpoint, keys: { p256dh, auth }, name: nameOfBrowser() } }));
}

/** The SHA-256 of the endpoint of this browser, by which it finds its own subscription; undefined without one. */
export async function readOwnHash(): Promise<string | undefined> {
  if (whyNoPush() !== undefined) return undefined;
  const registration = await navigator.serviceWorker.getRegistration("/app/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Such as `Chrome, Android`. */
function nameOfBrowser(): string {
  const { userAgent } = navigator;
  const first = (names: readonly (readonly [RegExp, string])[], other: string) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other;
  const browser = first([[/Edg\//, "Edge"], [/Firefox\//, "Firefox"], [/Chrome\//, "Chrome"], [/Safari\//, "Safari"]], t`Browser`); // prettier-ignore
  const system = first([[/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS/, "macOS"]], "Linux"); // prettier-ignore
  return `${browser}, ${system}`;
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.codePointAt(0) ?? 0);

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
