import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { useSyncExternalStore } from "react";
import { createStore } from "../api/store.ts";

const NOTHING: readonly string[] = [];
/** Keys of the item that is pointed at or has the focus. */
const lit = createStore(NOTHING);
const dim = () => lit.set(NOTHING);

/** One object of a scan, by its place in the scan's detections, from 0. */
export const objectKey = (scanId: string, index: number): string => `object:${scanId} ${index}`;

/** One declared line, from 1: in its manifest, and in any manifest of the container. */
export const lineKeys = (manifestId: string, line: number): string[] => [
  `line:${manifestId} ${line}`,
  `line * ${line}`,
];

/** The declared lines and the objects that a finding is about. */
export function keysOf({ lines = [], manifests, evidence = [] }: MatchFinding): string[] {
  const papers = manifests ?? [{ manifestId: "*", lines }];
  return [
    ...papers.flatMap((paper) => paper.lines.map((line) => `line:${paper.manifestId} ${line}`)),
    ...evidence.flatMap(({ scanId, detections }) => detections.map((index) => objectKey(scanId, index))),
  ];
}

/** Returns true if two items have one of these keys in common. */
export const isShared = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((key) => other.includes(key));

/**
 * Highlights everything that refers to the same lines and objects together: findings, declared rows, detections and
 * their outlines. Returns whether this one is highlighted, and the handlers that highlight the others.
 */
export function useLit(keys: readonly string[]) {
  const isLit = useSyncExternalStore(lit.subscribe, () => isShared(keys, lit.get()));
  const light = () => lit.set(keys);
  return { isLit, lighting: { onMouseEnter: light, onMouseLeave: dim, onFocus: light, onBlur: dim } };
}
