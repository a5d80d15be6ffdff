import { t } from "@lingui/core/macro";
import { type ComponentType, createElement, type FunctionComponent, use } from "react";
import { noteNoAnswer } from "../api/connection.ts";

const loaders: (() => Promise<unknown>)[] = [];

/**
 * A page, or a part of one, whose script is loaded when it is first shown. The next rendering tries a load that failed
 * again.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let loading: Promise<ComponentType<Props>> | undefined;
  let hasFailed = false;
  const loadOnce = () =>
    (loading ??= load().then(
      (page) => {
        hasFailed = false;
        return page;
      },
      (error: unknown) => {
        loading = undefined;
        // A script that is still missing once the service responds again is not waited for: a new release has others.
        if (!hasFailed) noteNoAnswer();
        hasFailed = true;
        throw new Error(t`This page could not be loaded. It follows when the connection is back.`, { cause: error });
      },
    ));
  loaders.push(loadOnce);
  const Page = (props: Props) => createElement(use(loadOnce()), props);
  return Object.assign(Page, { preload: async () => void (await loadOnce()) });
}

/** Loads all these scripts, one after the other, so that they are available at once, also during an outage. */
export async function preloadPages(): Promise<void> {
  for (const load of loaders) {
    try {
      await load();
    } catch {
      return;
    }
  }
}
