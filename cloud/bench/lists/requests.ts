import type { ListPlan } from "./cases.ts";

/** One request of a list, by one of the seeded people. */
export type ListCase = {
  person: string;
  url: string;
  /** Number of conditions that narrow the list: filters, plus one for an operator's own rights. */
  conditions: number;
  /**
   * Amount of data that the request may read: little; part of a table, when the planner estimates how rare a part
   * of a number or a person's rows are, or part of the scans, for those of a lane; the rows that facets count;
   * part of several tables, for a text search; or all.
   */
  reads: "page" | "part" | "facets" | "search" | "all";
};

/**
 * All requests of a list: without a filter, with each alone, at each position also, and, by the first two people, with
 * each two.
 */
export function casesOf({ people, paths, filters, positions, otherOrder }: ListPlan): ListCase[] {
  const names = Object.entries(filters);
  const single = names.flatMap(([name, values]) => values.map((value) => ({ name, query: pair(name, value) })));
  const double = single.flatMap((one, index) =>
    single.slice(index + 1).flatMap(({ name, query }) => (name === one.name ? [] : [`${one.query}&${query}`])),
  );
  const cursors = positions.map(cursorAt);
  const others = (otherOrder?.positions ?? []).map((position) => `${otherOrder?.query}&${cursorAt(position)}`);
  const isOfThisOrder = ({ query }: { query: string }) => query !== otherOrder?.query;
  const asked = [
    ...["", "limit=200", ...cursors].map((query) => ({ query, filters: 0 })),
    ...single.map(({ query }) => ({ query, filters: 1 })),
    ...cursors.flatMap((cursor) =>
      single.filter(isOfThisOrder).map(({ query }) => ({ query: `${query}&${cursor}`, filters: 1 })),
    ),
    ...others.map((query) => ({ query, filters: 0 })),
    ...others.flatMap((other) =>
      single.filter(({ name }) => name !== "sort").map(({ query }) => ({ query: `${query}&${other}`, filters: 1 })),
    ),
  ];
  const pairs = double.map((query) => ({ query, filters: 2 }));
  return people.flatMap((person, index) =>
    paths.flatMap((path) =>
      inOneOrder([...asked, ...(index < 2 ? pairs : [])], otherOrder).map(({ query, filters: count }) => ({
        person,
        url: `${path}?${query}`,
        conditions: count + (person.startsWith("op") ? 1 : 0),
        reads: readsOf(`${person} ${path}?${query}`),
      })),
    ),
  );
}

type Asked = { query: string; filters: number };

/** Those that a list takes: with times and positions of one order only, which is named where it is not the first. */
function inOneOrder(asked: readonly Asked[], otherOrder: ListPlan["otherOrder"]): readonly Asked[] {
  if (otherOrder === undefined) return asked;
  const { query: sort, only, without } = otherOrder;
  const hasOneOf = (query: string, names: readonly string[]) =>
    names.some((name) => new URLSearchParams(query).has(name));
  const times = [...only, ...without];
  return asked.flatMap(({ query, filters }) => {
    // The age of a lane orders the containers of one lane, of all times.
    if (query.includes("sort=laneSince"))
      return query.includes("verdict=") && !hasOneOf(query, [...times, "cursor"]) ? [{ query, filters }] : [];
    if (query.includes(sort)) return hasOneOf(query, without) ? [] : [{ query, filters }];
    if (!hasOneOf(query, only)) return [{ query, filters }];
    return hasOneOf(query, [...without, "sort", "cursor"]) ? [] : [{ query: `${query}&${sort}`, filters }];
  });
}

/**
 * Returns how much a request may read. deploy/docs/decisions/0013-lists-by-indexes.md describes what is linear by
 * design.
 */
function readsOf(request: string): ListCase["reads"] {
  // A total has a bound of its own: the planner's cost of the count.
  if (request.includes("total=true")) return "all";
  if (request.includes("attached=false") || /audit-log\?(actor|action)=.*&(action|subject)=/.test(request))
    return "all";
  if (/[?&]search=/.test(request)) return "search";
  if (request.includes("facets")) return "facets";
  return /[?&]q=|^op.*manifests|[?&]laneId=/.test(request) ? "part" : "page";
}

const cursorAt = (position: unknown) => pair("cursor", Buffer.from(JSON.stringify(position)).toString("base64url"));
const pair = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
