/**
 * Has the browser keep the console on this device, so that it opens without a connection. Only pages that are used on
 * the move ask for it. Nothing happens where the page was opened without HTTPS.
 */
export async function keepConsole(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/app/service-worker.js");
    (await navigator.serviceWorker.ready).active?.postMessage("keep-console");
  } catch {
    // The page works without it, as long as there is a connection.
  }
}
