import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet } from "@tanstack/react-router";
import { readMeAhead } from "../api/me.ts";
import { Shell } from "../frame/shell.tsx";

/** The route of all pages, and that of the pages for users who are signed in. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  loader: ({ context }) => readMeAhead(context.queries),
});
