import { english, type Words } from "../english.ts";

/** A manifest as findings name it. */
export type NamedManifest = {
  /** Undefined outside the service, where manifests have none. */
  id: string | undefined;
  /** Words that name it where the container has several, such as ` of bill of lading X`; else empty. */
  whose: Words;
  /** Words that name it, such as `bill of lading X`. */
  name: Words;
};

const MAX_NAME = 40;

type Nameable = { id?: string | undefined; billOfLading?: string | null };

/** Names the manifests of a container by their bills of lading, where these are unique, else by their positions. */
export function nameManifests<Manifest extends Nameable>(
  manifests: readonly Manifest[],
): (NamedManifest & { manifest: Manifest })[] {
  const read = manifests.map((manifest) => ({ manifest, bill: shortenBill(manifest.billOfLading ?? "") }));
  return read.map(({ manifest, bill }, index) => {
    const isUnique = bill !== "" && read.filter((other) => other.bill === bill).length === 1;
    const name = isUnique ? english`bill of lading ${bill}` : english`manifest ${String(index + 1)}`;
    return { id: manifest.id, name, whose: manifests.length > 1 ? english` of ${name}` : "", manifest };
  });
}

/** A bill of lading, or another number, as sentences name it. */
export function shortenBill(bill: string): string {
  const text = bill.replace(/[\s\p{C}]+/gu, " ").trim();
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1).toWellFormed()}…` : text;
}
