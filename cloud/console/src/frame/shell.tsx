import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { forgetUser } from "../api/last-user.ts";
import { signOut, useIsSupervisor, useMe } from "../api/me.ts";
import { followSession, reportSignedOut, sessionEnded } from "../api/session.ts";
import { useStore } from "../api/store.ts";
import { useWrite } from "../api/use-write.ts";
import { newRecoveryCodes } from "../accounts/recovery-codes.ts";
import { useQueueCounts } from "../escalations/escalations-api.ts";
import { wordOf } from "../language/words.ts";
import { useLiveEvents } from "../live/use-live-events.ts";
import { PaletteKey } from "../palette/palette-key.tsx";
import { askedQuestion } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { lastDone } from "../ui/undo.ts";
import { Zone } from "../ui/zone.ts";
import { Announcer } from "../ui/announcer.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { noteListPlace } from "../shell/list-place.ts";

const SessionDialog = lazyPage(async () => (await import("./session-dialog.tsx")).SessionDialog);
const ConfirmDialog = lazyPage(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);
const RequiredFactor = lazyPage(async () => (await import("../accounts/required-factor.tsx")).RequiredFactor);
const RecoveryCodesDialog = lazyPage(
  async () => (await import("../accounts/recovery-codes-dialog.tsx")).RecoveryCodesDialog,
);
const Toaster = lazyPage(async () => (await import("../ui/toaster.tsx")).Toaster);

/**
 * The frame of every page for users who are signed in. It takes no page away that is shown: without the service, the
 * banner states so; after the end of the session, a dialog over the page asks for a sign-in.
 */
export function Shell() {
  const { data: me, error, isPending } = useMe();
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const hasEnded = useStore(sessionEnded);
  useLiveEvents(hasEnded || me?.mustAddSecondFactor ? undefined : me?.id);
  useOtherTabs(me?.id);
  useEffect(() => noteListPlace(pathname, search), [pathname, search]);
  if (!me && isRefusal(error, 401)) return <ToSignIn />;
  return (
    <Zone value={me?.timeZone ?? undefined}>
      <a className="skip" href="#content">{t`Skip to content`}</a>
      <Header />
      <ConnectionBanner />
      <main id="content" tabIndex={-1}>
        <Content
          isPending={isPending}
          isConfined={me?.mustAddSecondFactor === true}
          problem={!me && error ? problemOf(error) : undefined}
        />
      </main>
      <Announcer />
      {me && <Session me={me} />}
      <Suspense>
        <Overlays />
      </Suspense>
    </Zone>
  );
}

/** The palette while the session lasts, and the dialog that asks for another one after its end. */
function Session({ me }: { me: NonNullable<ReturnType<typeof useMe>["data"]> }) {
  if (!useStore(sessionEnded)) return <PaletteKey />;
  return (
    <Suspense>
      <SessionDialog me={me} />
    </Suspense>
  );
}

/** Overlays on any page: recovery codes to store, a question, and the last action that can be undone. */
function Overlays() {
  const hasCodes = useStore(newRecoveryCodes) !== undefined;
  const isAsked = useStore(askedQuestion) !== undefined;
  const hasDone = useStore(lastDone) !== undefined;
  return (
    <>
      {hasCodes && <RecoveryCodesDialog />}
      {isAsked && <ConfirmDialog />}
      {hasDone && <Toaster />}
    </>
  );
}

/** Leads to the sign-in and back, once: the location is that of the sign-in as soon as the way there begins. */
export function ToSignIn() {
  const router = useRouter();
  useEffect(() => {
    const { pathname, href } = router.state.location;
    if (pathname !== "/sign-in") void router.navigate({ to: "/sign-in", search: { to: href }, replace: true });
  }, [router]);
  return <PageSkeleton />;
}

type ContentProps = { isPending: boolean; isConfined: boolean; problem: string | undefined };

function Content({ isPending, isConfined, problem }: ContentProps) {
  if (problem !== undefined) return <Notice title={t`The service cannot show this page`}>{problem}</Notice>;
  if (!isConfined) return isPending ? <PageSkeleton /> : <Outlet />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <RequiredFactor />
    </Suspense>
  );
}

function Header() {
  const { data: me } = useMe();
  const leave = useSignOut();
  return (
    <header className="bar">
      <Link to="/today" className="bar-brand" activeProps={{}}>
        <img src="/app/favicon.svg" alt="" width="28" height="28" />
        <span>{t`Container inspection`}</span>
      </Link>
      {!me?.mustAddSecondFactor && <Navigation />}
      {me && (
        <div className="bar-user">
          <Link to="/account" title={t`Your account, ${wordOf(me.role)}`}>
            <bdi>{me.email}</bdi>
          </Link>
          <button type="button" className="quiet" onClick={() => void leave()}>{t`Sign out`}</button>
        </div>
      )}
    </header>
  );
}

function Navigation() {
  const { data: me } = useMe();
  const isSupervisor = useIsSupervisor();
  return (
    <nav aria-label={t`Main`}>
      <Link to="/today">{t`Today`}</Link>
      <Link to="/containers">{t`Containers`}</Link>
      <Link to="/manifests">{t`Manifests`}</Link>
      {isSupervisor && <ReviewLink />}
      <Link to="/cameras">{t`Cameras`}</Link>
      <Link to="/shifts">{t`Shifts`}</Link>
      {me?.role === "operator" && <Link to="/phone">{t`Phone`}</Link>}
      {isSupervisor && <Link to="/rules">{t`Rules`}</Link>}
      {me?.role === "admin" && (
        <>
          <Link to="/devices">{t`Devices`}</Link>
          <Link to="/admin">{t`Admin`}</Link>
        </>
      )}
    </nav>
  );
}

/** The way to the queue, with the number of undecided escalations. */
function ReviewLink() {
  const { data: counts } = useQueueCounts(true);
  const waiting = counts ? counts.open + counts.claimed : 0;
  return (
    <Link to="/review">
      {t`Review`}{" "}
      {waiting > 0 && (
        <span
          className="count"
          title={plural(waiting, { one: "# undecided escalation", other: "# undecided escalations" })}
        >
          {waiting}
        </span>
      )}
    </Link>
  );
}

/** Ends the session in all tabs of the browser. */
function useSignOut(): () => Promise<boolean> {
  const { write } = useWrite(signOut);
  return () =>
    write(undefined, () => {
      reportSignedOut();
      forgetUser();
      // A full load, so that nothing of this user stays in memory.
      window.location.assign("/app/sign-in");
    });
}

/** Follows sign-outs and sign-ins of other tabs: they share the session. */
export function useOtherTabs(userId: string | undefined): void {
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      followSession((notice) => {
        if (userId === undefined) return;
        if (notice.kind === "signed-in" && notice.userId === userId) {
          sessionEnded.set(false);
          void queries.invalidateQueries();
        } else {
          const place = router.buildLocation({ to: "/sign-in", search: { to: router.state.location.href } }).href;
          window.location.assign(notice.kind === "signed-out" ? place : "/app/");
        }
      }),
    [userId, queries, router],
  );
}
