import { createRoute, createRouter, redirect, type RouterHistory } from "@tanstack/react-router";
import { adminRoutes } from "./routes/admin-routes.ts";
import { createQueryClient } from "./api/query-client.ts";
import { cameraRoutes } from "./routes/camera-routes.ts";
import {
  AGES,
  CONTAINER_STATUSES,
  CONTAINER_TABS,
  GROUPS,
  LAYOUTS,
  LIST_ORDERS,
  MEASURES,
  RANGES,
  SOURCES,
  VERDICTS,
  WAITING,
  SCAN_TYPES,
} from "./shell/choices.ts";
import { manifestRoutes } from "./routes/manifest-routes.ts";
import { lazyPage } from "./ui/lazy-page.ts";
import { PageFailed } from "./shell/page-failed.tsx";
import { takeReturnTo } from "./shell/return-to.ts";
import {
  dayIn,
  numberIn,
  type Paged,
  parseSearch,
  type Search,
  stringifySearch,
  textIn,
  wordIn,
} from "./shell/search.ts";
import { root, shell } from "./routes/shell-route.ts";
import { PageSkeleton } from "./ui/skeleton.tsx";

const SHOWN_ESCALATIONS = ["Mine", "Claimed", "Resolved", "All"] as const;

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Search): { to?: string } => ({ to: textIn(search, "to") }),
  component: lazyPage(async () => (await import("./accounts/sign-in-page.tsx")).SignInPage),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite",
  component: lazyPage(async () => (await import("./accounts/invite-page.tsx")).InvitePage),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyPage(async () => (await import("./accounts/reset-password-page.tsx")).ResetPasswordPage),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "/verify-email",
  component: lazyPage(async () => (await import("./accounts/verify-email-page.tsx")).VerifyEmailPage),
});

const phone = createRoute({
  getParentRoute: () => root,
  path: "/phone",
  component: lazyPage(async () => (await import("./phone/phone-page.tsx")).PhonePage),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    const place = takeReturnTo();
    if (place !== undefined) throw redirect({ href: place, replace: true });
    throw redirect({ to: "/today", replace: true });
  },
});
const today = createRoute({
  getParentRoute: () => shell,
  path: "/today",
  validateSearch: (search: Search): TodaySearch => ({
    range: wordIn(search, "range", RANGES),
    by: wordIn(search, "by", GROUPS),
    measure: wordIn(search, "measure", MEASURES),
  }),
  component: lazyPage(async () => (await import("./today/today-page.tsx")).TodayPage),
});

const containers = createRoute({
  getParentRoute: () => shell,
  path: "/containers",
  validateSearch: (search: Search): ContainersSearch => ({
    q: textIn(search, "q"),
    status: wordIn(search, "status", CONTAINER_STATUSES),
    verdict: wordIn(search, "verdict", VERDICTS),
    class: textIn(search, "class"),
    camera: textIn(search, "camera"),
    lane: textIn(search, "lane"),
    size: textIn(search, "size"),
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
    sort: wordIn(search, "sort", wordIn(search, "verdict", VERDICTS) ? LIST_ORDERS : ["created"]),
    view: wordIn(search, "view", LAYOUTS),
  }),
  component: lazyPage(async () => (await import("./containers/containers-page.tsx")).ContainersPage),
});
const container = createRoute({
  getParentRoute: () => shell,
  path: "/containers/$id",
  validateSearch: (search: Search): ContainerSearch => ({
    visit: numberIn(search, "visit"),
    scan: textIn(search, "scan"),
    type: wordIn(search, "type", SCAN_TYPES),
    tab: wordIn(search, "tab", CONTAINER_TABS),
    compare: numberIn(search, "compare"),
  }),
  component: lazyPage(async () => (await import("./container-page/container-page.tsx")).ContainerPage),
});
const report = createRoute({
  getParentRoute: () => shell,
  path: "/containers/$id/report",
  validateSearch: (search: Search): { visit?: number } => ({ visit: numberIn(search, "visit") }),
  component: lazyPage(async () => (await import("./reports/report-page.tsx")).ReportPage),
});

const escalations = createRoute({
  getParentRoute: () => shell,
  path: "/escalations",
  validateSearch: (search: Search): Paged & { show?: (typeof SHOWN_ESCALATIONS)[number] } => ({
    show: wordIn(search, "show", SHOWN_ESCALATIONS),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("./escalations/escalations-page.tsx")).EscalationsPage),
});
const review = createRoute({
  getParentRoute: () => shell,
  path: "/review",
  validateSearch: (search: Search): ReviewSearch => ({
    show: wordIn(search, "show", WAITING),
    source: wordIn(search, "source", SOURCES),
    lane: textIn(search, "lane"),
    class: textIn(search, "class"),
    age: wordIn(search, "age", AGES),
    id: textIn(search, "id"),
  }),
  component: lazyPage(async () => (await import("./review/review-page.tsx")).ReviewPage),
});
const passages = createRoute({
  getParentRoute: () => shell,
  path: "/passages",
  validateSearch: (search: Search): { show?: "Assigned"; lane?: string; id?: string } => ({
    show: wordIn(search, "show", ["Assigned"]),
    lane: textIn(search, "lane"),
    id: textIn(search, "id"),
  }),
  component: lazyPage(async () => (await import("./passages/passages-page.tsx")).PassagesPage),
});
const escalation = createRoute({
  getParentRoute: () => shell,
  path: "/escalations/$id",
  component: lazyPage(async () => (await import("./escalations/escalation-page.tsx")).EscalationPage),
});

const rules = createRoute({
  getParentRoute: () => shell,
  path: "/rules",
  validateSearch: (search: Search): Paged & { site?: string; version?: number } => ({
    site: textIn(search, "site"),
    version: numberIn(search, "version"),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("./rules/rules-page.tsx")).RulesPage),
});
const shifts = createRoute({
  getParentRoute: () => shell,
  path: "/shifts",
  component: lazyPage(async () => (await import("./shifts/shifts-page.tsx")).ShiftsPage),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyPage(async () => (await import("./accounts/account-page.tsx")).AccountPage),
});

const notFound = createRoute({
  getParentRoute: () => shell,
  path: "$",
  component: lazyPage(async () => (await import("./shell/page-not-found.tsx")).PageNotFound),
});

type TodaySearch = {
  range?: (typeof RANGES)[number];
  by?: (typeof GROUPS)[number];
  measure?: (typeof MEASURES)[number];
};
type ReviewSearch = {
  show?: (typeof WAITING)[number];
  source?: (typeof SOURCES)[number];
  lane?: string;
  class?: string;
  age?: (typeof AGES)[number];
  /** The escalation that is open. */
  id?: string;
};
type ContainerSearch = {
  visit?: number;
  scan?: string;
  /** Type of the scans in the strip. */
  type?: (typeof SCAN_TYPES)[number];
  tab?: (typeof CONTAINER_TABS)[number];
  /** The visit that the history shows beside. */
  compare?: number;
};
type ContainersSearch = {
  /** The layout; without it, a table. */
  view?: (typeof LAYOUTS)[number];
  /** The order; without it, that of the last activity. */
  sort?: (typeof LIST_ORDERS)[number];
  q?: string;
  status?: (typeof CONTAINER_STATUSES)[number];
  verdict?: (typeof VERDICTS)[number];
  class?: string;
  camera?: string;
  lane?: string;
  size?: string;
  /** The first and the last day of the last activity. */
  from?: string;
  to?: string;
};

const tree = root.addChildren([
  signIn,
  invite,
  resetPassword,
  verifyEmail,
  phone,
  shell.addChildren([
    home,
    today,
    containers,
    container,
    report,
    ...manifestRoutes,
    review,
    passages,
    escalations,
    escalation,
    ...cameraRoutes,
    rules,
    shifts,
    account,
    ...adminRoutes,
    notFound,
  ]),
]);

/** The router of the console, over the addresses of the browser unless another history is given. */
export const createConsoleRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    ...(history && { history }),
    context: { queries: createQueryClient() },
    basepath: "/app",
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultPendingMs: 300,
    // A page is shown as soon as it is loaded: half a second more of its skeleton delays the first rows on a slow line.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageFailed,
    defaultStructuralSharing: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface HistoryState {
    /** The cursors of the pages that lead to the one shown; undefined is that of the first page. */
    trail?: (string | undefined)[];
    /** True if a list is shown where it was left. */
    isReturn?: boolean;
  }
}
