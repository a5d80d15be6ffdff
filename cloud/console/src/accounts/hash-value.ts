import { useRouterState } from "@tanstack/react-router";

/** A value that a link carries after its `#`, which no server sees; undefined without it. */
export function useHashValue(name: string): string | undefined {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  return new URLSearchParams(hash).get(name) ?? undefined;
}
