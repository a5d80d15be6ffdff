import type { IconNode } from "lucide";
import { createElement } from "react";

/**
 * One of Lucide's icons, in the size of its class and the colour of its text. Screen readers read the word beside it.
 * The package without React has the shapes alone; only those that are imported are in the build.
 */
export const Icon = ({ of }: { of: IconNode }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([shape, attributes], index) => createElement(shape, { key: index, ...attributes }))}
  </svg>
);
