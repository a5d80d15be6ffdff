import { Toast } from "@base-ui/react/toast";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { problemOf } from "../api/api-error.ts";
import { refresh } from "../api/refresh.ts";
import { useStore } from "../api/store.ts";
import { type Done, lastDone } from "./undo.ts";

/** Long enough to read it and to reach the button; it waits while it is pointed at or has the focus. */
const SHOWN_MS = 10_000;

/** Shows what `offerUndo` and `notify` are given. */
export const Toaster = () => (
  <Toast.Provider timeout={SHOWN_MS} limit={1}>
    <Toasts />
  </Toast.Provider>
);

/** Gives the styles the height of the toasts, which the page and its bars leave free at the lower edge. */
function leaveEdgeFree(viewport: HTMLElement | null) {
  if (!viewport) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty("--toasts", `${viewport.offsetHeight}px`));
  watch.observe(viewport);
  return () => {
    watch.disconnect();
    style.removeProperty("--toasts");
  };
}

function Toasts() {
  const { toasts, add, close } = Toast.useToastManager();
  const queries = useQueryClient();
  const done = useStore(lastDone);
  useEffect(() => {
    if (!done) return;
    const { text, undo, groups } = done;
    const run = async (work: NonNullable<Done["undo"]>) => {
      close(id);
      const problem = await work().then(() => undefined, problemOf);
      add({ title: problem ?? t`Undone` });
      await refresh(queries, groups);
    };
    const id = add({
      title: text,
      ...(undo && { actionProps: { children: t`Undo`, onClick: () => void run(undo) } }),
    });
  }, [done, add, close, queries]);
  return (
    <Toast.Portal>
      <Toast.Viewport ref={leaveEdgeFree} className="toasts" aria-label={t`Notifications`}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="card toast">
            <Toast.Content className="toast-content">
              <Toast.Title render={<p />} />
              <Toast.Action className="quiet" />
              <Toast.Close className="quiet" aria-label={t`Close`}>
                ✕
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
