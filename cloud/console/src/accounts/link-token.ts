import { useLocation } from "react-router";

/** What a mailed link carries after its `#`, which no server sees; undefined without it. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get("token") ?? undefined;
}
