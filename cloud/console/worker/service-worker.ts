// Keeps the console on the device, so that it opens without a connection. Data of the service is never kept here: the
// pages themselves keep what waits to be sent.
declare const self: ServiceWorkerGlobalScope;

/** A notice as the service sends it. */
type Notice = { title: string; body?: string; tag?: string; place?: string };

const CACHE = "console";
const PAGE = "/app/";
/** Files of the console that have no hash in their name. */
const PLAIN_FILES = [
  "/app/favicon.svg",
  "/app/manifest.webmanifest",
  "/app/icon-192.png",
  "/app/icon-512.png",
  "/app/icon-maskable.png",
];
/** Lists the scripts and styles of a build. */
const FILES_OF_BUILD = "/app/files.json";
/** A phone with one bar of reception shows the page that it has rather than a blank one. */
const PATIENCE_MS = 4_000;

self.addEventListener("install", (event) => event.waitUntil(keepConsole().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  // Sent by each page that was loaded: the build may be another one by now.
  if (event.data === "keep-console") event.waitUntil(keepConsole().catch(() => undefined));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith("/app/")) return;
  if (pathname.startsWith("/app/assets/")) event.respondWith(assetOf(request));
  else if (PLAIN_FILES.includes(pathname)) event.respondWith(newest(request, pathname));
  else if (request.mode === "navigate") event.respondWith(newest(request, PAGE));
});

self.addEventListener("push", (event) => {
  const { title, body, tag, place }: Notice = event.data?.json() ?? { title: "Container inspection" };
  const shown = { body, tag, data: place, icon: "/app/icon-192.png", badge: "/app/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, shown));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const place: unknown = event.notification.data;
  // Only places of the console: what came in from outside leads nowhere else.
  const isPlace = typeof place === "string" && /^\/app\/[\w/%-]*$/.test(place);
  event.waitUntil(openPlace(isPlace ? place : "/app/today"));
});

/**
 * Focuses the tab that already shows this place, or opens a new one; no tab with unsaved input navigates elsewhere.
 */
async function openPlace(place: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: "window" });
  const open = tabs.find(({ url }) => new URL(url).pathname === place);
  await (open ? open.focus() : self.clients.openWindow(place));
}

/** Keeps all files of the build that the service has now, and drops those of earlier ones. */
async function keepConsole(): Promise<void> {
  const cache = await caches.open(CACHE);
  const files: string[] = await (await fetched(FILES_OF_BUILD)).json();
  const page = await fetched(PAGE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)));
  await cache.addAll(PLAIN_FILES);
  await cache.put(PAGE, page);
  const current = new Set([PAGE, ...files, ...PLAIN_FILES]);
  for (const file of kept) if (!current.has(file)) await cache.delete(file);
}

async function fetched(place: string): Promise<Response> {
  const reply = await fetch(place, { cache: "no-cache" });
  if (!reply.ok) throw new Error(`${place} answered ${reply.status}`);
  return reply;
}

/** Files with a hash in their name never change, whatever the request states about how it wants them. */
async function assetOf(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}

/** Returns the service's reply, or the cached one if the service does not answer; a proxy's error is not an answer. */
async function newest(request: Request, place: string): Promise<Response> {
  const kept = await caches.match(place, { cacheName: CACHE, ignoreVary: true });
  try {
    const reply = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    return kept && [502, 503, 504].includes(reply.status) ? kept : reply;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
