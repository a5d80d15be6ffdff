import { useSyncExternalStore } from "react";

/** A value outside of React that components follow with `useStore`. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (changed: () => void) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** The value of a store, with a new rendering at each change. */
export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get);
