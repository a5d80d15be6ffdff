import type { LinkProps } from "@tanstack/react-router";

type ListPath = "/containers" | "/escalations" | "/manifests";

/** The filter and page in which each list was last shown. */
const last = new Map<string, Record<string, unknown>>();

export const noteListPlace = (pathname: string, search: Record<string, unknown>): void =>
  void last.set(pathname, search);

/** A link back to a list as it was last shown. */
export const listPlace = (to: ListPath): Pick<LinkProps, "to" | "search"> => ({ to, search: last.get(to) ?? {} });
