import type { Picture } from "../base/pictures/picture.ts";
import { type Confirmed, confirmReading, createPlaceReader, type LineVoter } from "./confirm-reading.ts";
import type { Character } from "./find-characters.ts";
import { type CharacterFinder, findPictureCharacters, findSmallCharacters } from "./find-picture-characters.ts";
import { findSizeTypes, isReadBy, withoutSizeTypes } from "./find-size-types.ts";
import type { NumberPlace } from "./number-place.ts";
import { weightsOf } from "./number-weights.ts";
import { poolPlaces } from "./pool-places.ts";
import { type Proposal, type Proposals, proposeReadings } from "./propose-readings.ts";
import { rectifyLine } from "./rectify-line.ts";

/** The networks, as far as the reading of a picture uses them. */
export type ReadingNetworks = {
  findCharacters: CharacterFinder;
  /** The readers of lines, at least one. */
  readers: readonly LineVoter[];
};

/** Places of a picture that are kept. */
const MAX_PLACES = 4;
/** Proposals of one kind that are read where places are in doubt: each takes a tenth of a second. */
const MAX_DOUBTFUL = 3;
/** A picture with a place that is as certain is not searched any further. */
const CERTAIN = 0.95;

/** The places of a picture that hold a container number, the most certain first. */
export async function readNumbers(picture: Picture, networks: ReadingNetworks): Promise<NumberPlace[]> {
  const found = await findPictureCharacters(picture, networks.findCharacters);
  const search = createSearch(picture, networks);
  const proposals = proposeReadings(withoutSizeTypes(found));
  await search.readApart(proposals.spelled);
  const places =
    networks.readers.length === 1 || search.isCertain()
      ? search.places()
      : await searchOn(search, proposals, () => findSmallCharacters(picture, found, networks.findCharacters));
  await readSizeTypes(picture, found, places, networks);
  return places;
}

/** With a reader that needs the characters less, what the detector leaves in doubt is looked for in more places. */
async function searchOn(
  search: ReturnType<typeof createSearch>,
  { spelled, incomplete }: Proposals,
  findSmall: () => Promise<Character[] | null>,
): Promise<NumberPlace[]> {
  await search.readAll(spelled);
  if (!search.isCertain()) await search.readAll(incomplete);
  // A picture without anything like a number, as most of a quiet gate are, is not enlarged.
  const isHopeless = spelled.length + incomplete.length === 0;
  const small = search.isCertain() || isHopeless ? null : await findSmall();
  if (small) {
    const proposals = proposeReadings(withoutSizeTypes(small));
    await search.readAll(proposals.spelled);
    if (!search.isCertain()) await search.readAll(proposals.incomplete);
  }
  return search.places();
}

/** Reads proposals of one picture and keeps what was read. */
function createSearch(picture: Picture, { readers }: ReadingNetworks) {
  const placeReaders = readers.map((reader) => createPlaceReader(picture, reader));
  const weights = weightsOf(readers.length);
  const confirmed: Confirmed[] = [];
  const places = () => poolPlaces(confirmed, weights).slice(0, MAX_PLACES);
  const known = new Set<Proposal>();
  const read = async (proposal: Proposal): Promise<void> => {
    if (known.has(proposal)) return;
    known.add(proposal);
    const reading = await confirmReading(proposal, placeReaders);
    if (reading) confirmed.push(reading);
  };
  return {
    places,
    isCertain: () => places().some(({ isAgreed, confidence }) => isAgreed && confidence >= CERTAIN),
    /** Reads the likeliest proposals, of those that share characters only the first. */
    async readApart(proposals: readonly Proposal[]): Promise<void> {
      const taken: Character[] = [];
      for (const proposal of proposals) {
        if (proposal.characters.some((character) => taken.includes(character))) continue;
        await read(proposal);
        taken.push(...proposal.characters);
        if (confirmed.length === MAX_PLACES) return;
      }
    },
    async readAll(proposals: readonly Proposal[]): Promise<void> {
      for (const proposal of proposals.slice(0, MAX_DOUBTFUL)) await read(proposal);
    },
  };
}

async function readSizeTypes(
  picture: Picture,
  characters: readonly Character[],
  places: readonly NumberPlace[],
  { readers: [reader] }: ReadingNetworks,
): Promise<void> {
  const found = findSizeTypes(
    characters,
    places.map((place) => place.characters),
  );
  if (found.length === 0 || !reader) return;
  const size = { ...reader.strip, beyondHeights: 0 };
  const columns = await reader.readStrips(found.map(({ line }) => rectifyLine(picture, line, size)));
  for (const [index, { place, text }] of found.entries()) {
    const holder = places[place];
    if (holder && isReadBy(columns[index] ?? [], text)) holder.sizeType = text;
  }
}
