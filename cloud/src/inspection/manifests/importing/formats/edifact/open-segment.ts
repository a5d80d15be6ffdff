import type { Segment } from "./read-segments.ts";

/** A segment that knows which of its components were read, so that the others can be named. */
export type OpenSegment = Pick<Segment, "tag" | "position"> & {
  /** Returns a component, both positions counted from 1; empty if the segment has none there. */
  text: (element: number, component?: number) => string;
  /** Returns the components of an element, without empty ones. */
  texts: (element: number) => string[];
  /** Marks code lists and agencies as read: they only state which list a code is from. */
  leaveOut: (element: number, ...components: number[]) => void;
  /** Components that are filled and that nothing has read, with their place, such as `3.2`. */
  rest: () => { place: string; text: string }[];
};

/** Opens a segment. Texts come without white space around them. */
export function openSegment({ tag, position, elements }: Segment): OpenSegment {
  const read = new Set<string>();
  const place = (element: number, component: number) => `${element}.${component}`;
  const text = (element: number, component = 1) => {
    read.add(place(element, component));
    return elements[element - 1]?.[component - 1]?.trim() ?? "";
  };
  return {
    tag,
    position,
    text,
    texts: (element) =>
      (elements[element - 1] ?? []).map((_, index) => text(element, index + 1)).filter((one) => one !== ""),
    leaveOut: (element, ...components) => components.forEach((component) => read.add(place(element, component))),
    rest: () =>
      elements.flatMap((components, element) =>
        components.flatMap((one, component) => {
          const where = place(element + 1, component + 1);
          return one.trim() === "" || read.has(where) ? [] : [{ place: where, text: one.trim() }];
        }),
      ),
  };
}

/** The whole segment as it is written, for people; separators are those that most files use. */
export const writeSegment = ({ tag, elements }: Segment): string =>
  [tag, ...elements.map((components) => components.join(":"))].join("+").slice(0, 500);
