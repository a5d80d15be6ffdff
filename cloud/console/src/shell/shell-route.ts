import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { Shell } from "./shell.tsx";

/** The route of all pages, and that of the pages for users who are signed in. */
export const root = createRootRoute({ component: Outlet });
export const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });
