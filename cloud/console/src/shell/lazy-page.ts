import { type ComponentType, createElement, type FunctionComponent, use } from "react";

const loaders: (() => Promise<unknown>)[] = [];

/**
 * A page, or a part of one, whose script is loaded when it is first shown. The next rendering tries a load that failed
 * again.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  loaders.push(loadOnce);
  const Page = (props: Props) => createElement(use(loadOnce()), props);
  return Object.assign(Page, { preload: async () => void (await loadOnce()) });
}

/** Loads all these scripts, one after the other, so that they are there at once, also during an outage. */
export async function preloadPages(): Promise<void> {
  for (const load of loaders) {
    try {
      await load();
    } catch {
      return;
    }
  }
}
