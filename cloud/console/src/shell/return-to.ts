const KEY = "return-to";

/** A place of the console, and nothing on another host. */
export const placeOrHome = (place: string | undefined): string =>
  place?.startsWith("/") && !/^\/[/\\]|^\/sign-in/.test(place) ? place : "/today";

/** Keeps a place for after a sign-in that leads through another host. */
export const keepReturnTo = (place: string | undefined): void => sessionStorage.setItem(KEY, placeOrHome(place));

/** The place that was kept, once. */
export function takeReturnTo(): string | undefined {
  const place = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return place === null ? undefined : placeOrHome(place);
}
