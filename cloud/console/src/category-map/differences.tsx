import type { Difference } from "./map-differences.ts";

/** Removals and additions of a map, place by place. */
export const Differences = ({ differences }: { differences: Difference[] }) => (
  <ul className="differences">
    {differences.map(({ place, removed, added }) => (
      <li key={place}>
        <span className="faint">{place}</span>{" "}
        {removed.map((word) => (
          <del key={word}>
            <bdi>{word}</bdi>
          </del>
        ))}
        {added.map((word) => (
          <ins key={word}>
            <bdi>{word}</bdi>
          </ins>
        ))}
      </li>
    ))}
  </ul>
);
