import type { LinkProps } from "@tanstack/react-router";

type ListPath = "/containers" | "/escalations" | "/manifests";

/** The filter and page in which each list was last shown. */
const last = new Map<string, Record<string, unknown>>();

export const noteListPlace = (pathname: string, search: Record<string, unknown>): void =>
  void last.set(pathname, search);

/** A link back to a list as it was last shown; the list of containers is scrolled to where it was left, too. */
export const listPlace = (to: ListPath): Pick<LinkProps, "to" | "search" | "state" | "resetScroll"> => ({
  to,
  search: last.get(to) ?? {},
  ...(to === "/containers" && last.has(to) && { state: { isReturn: true }, resetScroll: false }),
});
