import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { connection } from "../api/connection.ts";
import { lastUser, type LastUser, rememberUser } from "../api/last-user.ts";
import { useMe } from "../api/me.ts";
import { sessionEnded } from "../api/session.ts";
import { useStore } from "../api/store.ts";
import { Announcer } from "../ui/announcer.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ToSignIn, useOtherTabs } from "../frame/shell.tsx";
import { askedQuestion } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { type Entry, entries, readEntries } from "./entries.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { keepConsole } from "./keep-console.ts";
import { PhoneStatus } from "./phone-status.tsx";
import { useDraft } from "./use-draft.ts";
import { useSending } from "./use-sending.ts";
import { WithoutHttps } from "./without-https.tsx";

const SessionDialog = lazyPage(async () => (await import("../frame/session-dialog.tsx")).SessionDialog);
const ConfirmDialog = lazyPage(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);

/**
 * Inspection with one thumb. Without a connection it opens for the user who was signed in last: everything is kept on
 * the phone, and goes out once the service answers to that user again.
 */
export function PhonePage() {
  const { data: me, error } = useMe();
  const { isLost } = useStore(connection);
  const hasEnded = useStore(sessionEnded);
  const isAsked = useStore(askedQuestion) !== undefined;
  useOtherTabs(me?.id);
  useEffect(() => {
    if (me) rememberUser(me);
  }, [me]);
  useEffect(() => {
    void readEntries();
    void keepConsole();
  }, []);
  if (!me && isRefusal(error, 401)) return <ToSignIn />;
  const user = me ?? (isLost ? lastUser() : undefined);
  return (
    <>
      <header className="bar phone-bar">
        <PageTitle title={t`Phone`} className="phone-title">{t`Inspect`}</PageTitle>
        <Link to="/today">{t`Console`}</Link>
      </header>
      <main id="content" className="phone">
        {user ? (
          <Workplace key={user.id} user={user} isConfirmed={me !== undefined} />
        ) : (
          <NoUser {...{ isLost, error }} />
        )}
      </main>
      <Announcer />
      <Suspense>
        {me && hasEnded && <SessionDialog me={me} />}
        {isAsked && <ConfirmDialog />}
      </Suspense>
    </>
  );
}

function NoUser({ isLost, error }: { isLost: boolean; error: unknown }) {
  if (isLost)
    return (
      <Notice title={t`No connection`}>{t`Sign in once with a connection. Then this page opens without one.`}</Notice>
    );
  return error ? <Notice title={t`The service cannot show this page`}>{problemOf(error)}</Notice> : <PageSkeleton />;
}

function Workplace({ user, isConfirmed }: { user: LastUser; isConfirmed: boolean }) {
  const all = useStore(entries);
  useSending(isConfirmed ? user.id : undefined, all);
  if (!all) return <PageSkeleton />;
  return <Entries user={user} all={all} />;
}

function Entries({ user, all }: { user: LastUser; all: readonly Entry[] }) {
  const draft = useDraft(user.id, all);
  const own = all.filter(({ userId, id }) => userId === user.id && id !== draft.entry.id);
  const others = all.filter(({ userId, state }) => userId !== user.id && state !== "sent").length;
  const open = (entry: Entry) => {
    void draft.open(entry);
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <PhoneStatus email={user.email} waiting={own.filter(({ state }) => state === "waiting").length} others={others} />
      <WithoutHttps />
      <EntryForm key={draft.entry.id} draft={draft} />
      <EntryList entries={own} open={open} />
    </>
  );
}
