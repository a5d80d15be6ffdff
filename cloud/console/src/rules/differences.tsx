/** Removals and additions at one place of a map or of rules. */
export type Difference = { place: string; removed: string[]; added: string[] };

/** Removals and additions, place by place. */
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
