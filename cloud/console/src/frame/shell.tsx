import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { useMe } from "../api/me.ts";
import { followSession, sessionEnded } from "../api/session.ts";
import { useStore } from "../api/store.ts";
import { newRecoveryCodes } from "../accounts/recovery-codes.ts";
import { useLiveEvents } from "../live/use-live-events.ts";
import { PaletteKey } from "../palette/palette-key.tsx";
import { askedQuestion } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { lastDone } from "../ui/undo.ts";
import { Zone } from "../ui/zone.ts";
import { Announcer } from "../ui/announcer.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Header } from "./header.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { noteListPlace } from "../shell/list-place.ts";

const SessionDialog = lazyPage(async () => (await import("./session-dialog.tsx")).SessionDialog);
const ConfirmDialog = lazyPage(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);
const RequiredFactor = lazyPage(async () => (await import("../accounts/required-factor.tsx")).RequiredFactor);
const RecoveryCodesDialog = lazyPage(
  async () => (await import("../accounts/recovery-codes-dialog.tsx")).RecoveryCodesDialog,
);
const WaitingBar = lazyPage(async () => (await import("../escalations/waiting-bar.tsx")).WaitingBar);
const Toaster = lazyPage(async () => (await import("../ui/toaster.tsx")).Toaster);

/** Pages that use the whole width of a control room's screen: the wall, the lists and the review. */
const WIDE = /^\/(?:containers|review|cameras|escalations|manifests|passages|devices|admin\/audit-log)\/?$/;

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
      <main id="content" tabIndex={-1} className={WIDE.test(pathname) ? "wide" : undefined}>
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

/** The palette and the decisions that wait; after the end of the session, the dialog that asks for another one. */
function Session({ me }: { me: NonNullable<ReturnType<typeof useMe>["data"]> }) {
  if (!useStore(sessionEnded))
    return (
      <>
        <PaletteKey />
        <Suspense>{me.role !== "operator" && <WaitingBar userId={me.id} />}</Suspense>
      </>
    );
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
