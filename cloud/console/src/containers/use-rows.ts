import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "../api/store.ts";
import { density } from "../ui/looks.ts";

/** Below the header, which stays at the top of the page. */
const BAR_PX = 48;
const ROW_PX = 44;
const COMPACT_ROW_PX = 32;
/** Under the picture of a card. */
const CARD_TEXT_PX = 92;

/** Position of a list when it was left: scroll offset, sizes of its rows, and the item that had the focus. */
export type Place = { offset: number; sizes: VirtualItem[]; active: number | undefined };

type Options = {
  /** The element with the rows. */
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  /** True for a grid, with items side by side; false for a table, with items one below the other. */
  isGrid: boolean;
  /** Receives the first and the last index in view. */
  follow: (first: number, last: number) => void;
  place: Place | undefined;
  leave: (place: Place) => void;
};

/** The items of a long list that the window shows, with the place of each. */
export function useRows({ list, ids, isGrid, follow, place, leave }: Options) {
  const { top: scrollMargin, width } = useBox(list);
  const columns = isGrid ? Math.max(1, Math.floor(width / (width < 500 ? 140 : 210))) : 1;
  const [active, setActive] = useState(place?.active);
  const isCompact = useStore(density.chosen) === "compact";
  const rowPx = isCompact ? COMPACT_ROW_PX : ROW_PX;
  const virtualizer = useWindowVirtualizer<Element>({
    count: ids.length,
    lanes: columns,
    estimateSize: () => (isGrid ? (width / columns) * 0.75 + CARD_TEXT_PX : rowPx),
    // Its change has the sizes computed again, which the width and the density decide as well.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids, width, rowPx]),
    // The item that has the focus keeps it wherever the page is scrolled.
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (active === undefined || active >= ids.length || indexes.includes(active)) return indexes;
      return [...indexes, active].toSorted((one, other) => one - other);
    },
    overscan: 6,
    scrollMargin,
    scrollPaddingStart: BAR_PX,
    scrollPaddingEnd: rowPx,
    useFlushSync: false,
    ...(place && { initialOffset: place.offset, initialMeasurementsCache: place.sizes }),
  });
  const first = virtualizer.range?.startIndex;
  const last = virtualizer.range?.endIndex;
  useEffect(() => {
    if (first !== undefined && last !== undefined) follow(first, last);
  }, [first, last, follow]);
  useLeaving(() => leave({ offset: virtualizer.scrollOffset ?? 0, sizes: virtualizer.takeSnapshot(), active }));
  const focus = useFocus(list, setActive);
  /** Moves the focus by `step` items, even to an item that is not rendered. */
  const go = (step: number) => {
    const top = virtualizer.getVirtualItemForOffset(window.scrollY + BAR_PX)?.index ?? 0;
    const target = Math.min(ids.length - 1, Math.max(0, active === undefined ? top : active + step));
    virtualizer.scrollToIndex(target);
    focus(target);
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event.key, columns);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(step);
  };
  const styleOf = ({ start, lane }: VirtualItem): CSSProperties => ({
    transform: `translateY(${start - scrollMargin}px)`,
    ...(isGrid && { left: `${(lane / columns) * 100}%`, width: `${100 / columns}%` }),
  });
  return {
    setList: (element: HTMLElement | null) => void (list.current = element),
    list: { style: { height: virtualizer.getTotalSize() }, onKeyDown: press },
    shown: virtualizer.getVirtualItems().map((item) => ({
      index: item.index,
      key: String(item.key),
      place: { ref: virtualizer.measureElement, "data-index": item.index, style: styleOf(item) },
    })),
    go,
    active,
  };
}

/** Returns the number of items by which an arrow key moves; undefined for other keys. */
function stepOf(key: string, columns: number): number | undefined {
  if (columns > 1 && (key === "ArrowLeft" || key === "ArrowRight")) return key === "ArrowLeft" ? -1 : 1;
  return { ArrowDown: columns, ArrowUp: -columns }[key];
}

/** Returns the distance of the list from the top of the page, and its width; the content above grows and shrinks. */
function useBox(list: RefObject<HTMLElement | null>): { top: number; width: number } {
  const [box, setBox] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const now = { top: Math.round(top + window.scrollY), width: Math.round(width) };
      setBox((before) => (before.top === now.top && before.width === now.width ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return box;
}

/** Runs when the list is left. */
function useLeaving(run: () => void): void {
  const current = useRef(run);
  useEffect(() => {
    current.current = run;
  });
  useLayoutEffect(() => () => current.current(), []);
}

/** Notes the item that receives the focus. The returned function gives it to another one, once that is rendered. */
function useFocus(list: RefObject<HTMLElement | null>, setActive: (index: number) => void): (index: number) => void {
  const wanted = useRef<number>(undefined);
  const focus = () => {
    if (wanted.current === undefined) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  };
  useLayoutEffect(focus);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element && list.current?.contains(target) && target.closest("[data-index]");
      if (row) setActive(Number(row.getAttribute("data-index")));
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list, setActive]);
  return (index) => {
    wanted.current = index;
    setActive(index);
    focus();
  };
}
