import { useSearchParams } from "react-router";

/** The number of the visit that the address names; undefined for the current one. */
export function useVisitNumber(): number | undefined {
  const [search] = useSearchParams();
  const asked = Number(search.get("visit"));
  return Number.isInteger(asked) && asked > 0 ? asked : undefined;
}
