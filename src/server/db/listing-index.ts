import type { Sex, Species } from '#domain/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { distanceKm, type Coordinates } from '#domain/distance.ts';
import type { ListingSort } from '#domain/listings.ts';
import type { Cents } from '#domain/money.ts';
import { codePointLength } from '#domain/text-length.ts';
import type { FarmId } from './farm-id.ts';
import { lowerBound, insertSorted, removeSorted, type Compare } from './sorted-list.ts';

export interface ListingFilter {
  /** Each must occur in a word of the name, the breed, the tag number or the farm's name; with one or two letters it must begin one. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly sex: Sex | undefined;
  /** The first and the last day of birth. */
  readonly bornFrom: CalendarDate | undefined;
  readonly bornTo: CalendarDate | undefined;
  readonly isRegistered: boolean | undefined;
  readonly within: (Coordinates & { readonly km: number }) | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  readonly except: FarmId | undefined;
  /** Only listings with a higher position. */
  readonly newerThan: number | undefined;
  /** Only these listings. */
  readonly positions: readonly number[] | undefined;
  /** Only listings of the farm with this id. */
  readonly farm: string | undefined;
  readonly sort: ListingSort;
  /** The last listing of the previous page. */
  readonly after: ListingPlace | undefined;
  readonly limit: number;
}

/** The position of a listing in the order of the search; the price matters only if sorted by price. */
export interface ListingPlace {
  readonly cents: Cents;
  readonly position: number;
}

/** The searchable and sortable fields of a listing. */
export interface SearchedListing extends ListingPlace {
  readonly farmId: string;
  readonly words: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly birthDate: CalendarDate | null;
  readonly isRegistered: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Listings that have a word, a farm or a place in common, in the order of their positions. */
interface Group {
  readonly name: string;
  readonly entries: Entry[];
}

interface Place extends Group, Coordinates {}

interface Entry extends ListingPlace {
  /** As a number, such as 20260131; 0 if unknown. */
  readonly born: number;
  readonly species: Species;
  readonly sex: Sex;
  readonly isRegistered: boolean;
  readonly farm: Group;
  readonly place: Place | undefined;
  readonly words: readonly Group[];
}

/** The listings that meet the condition are in one of the groups. */
interface Condition {
  readonly groups: readonly Pick<Group, 'entries'>[];
  readonly isMet: (entry: Entry) => boolean;
}

const byPosition: Compare<ListingPlace> = (a, b) => a.position - b.position;
const byPrice: Compare<ListingPlace> = (a, b) => a.cents - b.cents || a.position - b.position;

const orders: Readonly<Record<ListingSort, Compare<ListingPlace>>> = {
  newest: (a, b) => byPosition(b, a),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
};

/** With more listings, one sort is cheaper than single insertions. */
const maxInserted = 50;
/** Terms of more listings are searched by walking the list in order first, since this many steps usually fill the page. */
const fewWalked = 2000;
const maxWalked = 4000;

/** The marketplace in memory, about 500 bytes for each listing. A search takes less than a millisecond among 100,000. */
export class ListingIndex {
  readonly #byPosition: Entry[] = [];
  readonly #byPrice: Entry[] = [];
  readonly #farms = new Map<string, Group>();
  readonly #places = new Map<string, Place>();
  readonly #words = new Map<string, Group>();
  readonly #wordsByTrigram: Group[][] = Array.from({ length: trigramLists }, () => []);

  get newestPosition(): number {
    return this.#byPosition.at(-1)?.position ?? 0;
  }

  /** None of them may be in the index yet. */
  add(listings: readonly SearchedListing[]): void {
    for (const listing of listings) {
      const entry = this.#createEntry(listing);
      for (const list of listsOf(entry)) insertSorted(list, entry, byPosition);
      insertSorted(this.#byPosition, entry, byPosition);
      if (listings.length <= maxInserted) insertSorted(this.#byPrice, entry, byPrice);
      else this.#byPrice.push(entry);
    }
    if (listings.length > maxInserted) this.#byPrice.sort(byPrice);
  }

  /** Removes the listings at the positions and adds the given ones, which may be their new versions. */
  replace(positions: readonly number[], listings: readonly SearchedListing[]): void {
    const removed = positions.map((position) => this.#find(position)).filter((entry) => entry !== undefined);
    for (const entry of removed) {
      removeSorted(this.#byPosition, entry, byPosition);
      removeSorted(this.#byPrice, entry, byPrice);
      for (const list of listsOf(entry)) removeSorted(list, entry, byPosition);
    }
    this.add(listings);
    for (const { farm, place } of removed) {
      if (farm.entries.length === 0) this.#farms.delete(farm.name);
      if (place?.entries.length === 0) this.#places.delete(place.name);
    }
    this.#removeWords(removed.flatMap(({ words }) => words).filter(isUnused));
  }

  search(filter: ListingFilter): ListingPlace[] {
    const conditions = this.#conditionsOf(filter);
    const isFound = matcher(filter, conditions);
    if (filter.positions) {
      const entries = filter.positions.map((position) => this.#find(position)).filter((entry) => entry !== undefined);
      return firstOf([{ entries }], isFound, filter);
    }
    const fewest = this.#fewest(filter, conditions);
    const steps = !fewest ? Infinity : fewest.count > fewWalked ? maxWalked : 0;
    return this.#walk(isFound, filter, steps) ?? firstOf(fewest?.groups() ?? [], isFound, filter);
  }

  /** The condition that the fewest listings meet. */
  #fewest({ minCents, maxCents }: ListingFilter, conditions: readonly Condition[]) {
    const counted = conditions.map(({ groups }) => ({
      count: groups.reduce((sum, { entries }) => sum + entries.length, 0),
      groups: (): Condition['groups'] => groups,
    }));
    if (minCents !== undefined || maxCents !== undefined) {
      const [start, end] = priceRange(this.#byPrice, minCents, maxCents);
      counted.push({ count: end - start, groups: () => [{ entries: this.#byPrice.slice(start, end) }] });
    }
    return counted.toSorted((a, b) => a.count - b.count)[0];
  }

  /** Walks the listings in order; returns undefined if the maximum number of steps does not fill the page. */
  #walk(
    isFound: Match,
    { sort, after, minCents, maxCents, newerThan, limit }: ListingFilter,
    maxSteps: number,
  ): ListingPlace[] | undefined {
    const [list, compare] = sort === 'newest' ? [this.#byPosition, byPosition] : [this.#byPrice, byPrice];
    let [start, end] = sort === 'newest' ? [0, list.length] : priceRange(list, minCents, maxCents);
    if (sort === 'newest' && newerThan !== undefined)
      start = lowerBound<ListingPlace>(list, { position: newerThan, cents: 0 }, compare);
    if (after && sort === 'price') start = Math.max(start, lowerBound(list, after, compare));
    else if (after) end = Math.min(end, lowerBound(list, after, compare));
    const page: Entry[] = [];
    const count = end - start;
    for (let step = 0; step < count; step += 1) {
      if (step >= maxSteps) return undefined;
      const entry = list[sort === 'price' ? start + step : end - 1 - step] as Entry;
      if (!isFound(entry)) continue;
      page.push(entry);
      if (page.length === limit) break;
    }
    return page;
  }

  #conditionsOf({ words, farm, within }: ListingFilter): Condition[] {
    const conditions = words
      .map(fold)
      .filter((word) => word !== '')
      .map((word) => this.#hasWord(word));
    if (farm !== undefined) {
      const groups = [this.#farms.get(farm)].filter((group) => group !== undefined);
      conditions.push({ groups, isMet: (entry) => entry.farm.name === farm });
    }
    if (within) {
      const places = new Set(Array.from(this.#places.values()).filter((place) => distanceKm(within, place) <= within.km));
      conditions.push({ groups: Array.from(places), isMet: ({ place }) => place !== undefined && places.has(place) });
    }
    return conditions;
  }

  #hasWord(asked: string): Condition {
    const isBeginning = codePointLength(asked) < 3;
    const trigrams = trigramsOf(isBeginning ? spaces + asked : asked);
    const [rarest = []] = trigrams
      .map((trigram) => this.#wordsByTrigram[trigram] as Group[])
      .toSorted((a, b) => a.length - b.length);
    const isMatch = ({ name }: Group): boolean => (isBeginning ? name.startsWith(asked) : name.includes(asked));
    const groups = rarest.filter(isMatch);
    const [only] = groups;
    return { groups, isMet: ({ words }) => (only && groups.length === 1 ? words.includes(only) : words.some(isMatch)) };
  }

  #find(position: number): Entry | undefined {
    const entry = this.#byPosition[lowerBound<ListingPlace>(this.#byPosition, { position, cents: 0 }, byPosition)];
    return entry?.position === position ? entry : undefined;
  }

  #createEntry({ position, cents, species, sex, isRegistered, ...listing }: SearchedListing): Entry {
    const words = new Set(fold(listing.words).split(' '));
    words.delete('');
    return {
      position,
      cents,
      born: dayNumber(listing.birthDate),
      // Literals save memory, because the database's driver creates a new string for each row.
      species: species === 'goat' ? 'goat' : 'sheep',
      sex: sex === 'male' ? 'male' : 'female',
      isRegistered,
      farm: getOrAdd(this.#farms, listing.farmId, (name) => ({ name, entries: [] })),
      place: this.#placeOf(listing),
      words: Array.from(words, (word) => this.#words.get(word) ?? this.#addWord(word)),
    };
  }

  #placeOf({ latitude, longitude }: Pick<SearchedListing, 'latitude' | 'longitude'>): Place | undefined {
    if (latitude === null || longitude === null) return undefined;
    return getOrAdd(this.#places, `${latitude},${longitude}`, (name) => ({ name, entries: [], latitude, longitude }));
  }

  #addWord(name: string): Group {
    const word: Group = { name, entries: [] };
    this.#words.set(name, word);
    for (const trigram of trigramsOf(spaces + name)) this.#wordsByTrigram[trigram]?.push(word);
    return word;
  }

  /** Removes all in one pass, since nearly every word of the marketplace may contain the same trigram. */
  #removeWords(unused: readonly Group[]): void {
    for (const { name } of unused) this.#words.delete(name);
    for (const trigram of new Set(unused.flatMap(({ name }) => trigramsOf(spaces + name)))) {
      this.#wordsByTrigram[trigram] = (this.#wordsByTrigram[trigram] ?? []).filter((word) => !isUnused(word));
    }
  }
}

const isUnused = ({ entries }: Group): boolean => entries.length === 0;

type Match = (entry: Entry) => boolean;

function matcher(filter: ListingFilter, conditions: readonly Condition[]): Match {
  const [isOfKind, isInRange] = [kindMatcher(filter), rangeMatcher(filter)];
  return (entry) => isOfKind(entry) && isInRange(entry) && conditions.every(({ isMet }) => isMet(entry));
}

const kindMatcher =
  ({ species, sex, isRegistered, except }: ListingFilter): Match =>
  (entry) =>
    (species === undefined || entry.species === species) &&
    (sex === undefined || entry.sex === sex) &&
    (isRegistered === undefined || entry.isRegistered === isRegistered) &&
    (except === undefined || entry.farm.name !== except);

function rangeMatcher(filter: ListingFilter): Match {
  const { sort, after, newerThan = 0, minCents = 0, maxCents = Infinity } = filter;
  const hasAge = filter.bornFrom !== undefined || filter.bornTo !== undefined;
  const [from, to] = [dayNumber(filter.bornFrom) || Number(hasAge), dayNumber(filter.bornTo) || Infinity];
  const compare = orders[sort];
  return (entry) =>
    entry.cents >= minCents &&
    entry.cents <= maxCents &&
    entry.born >= from &&
    entry.born <= to &&
    entry.position > newerThan &&
    (after === undefined || compare(after, entry) < 0);
}

/** The first page of the listings in the groups, which may overlap. */
function firstOf(
  groups: readonly Pick<Group, 'entries'>[],
  isFound: Match,
  { sort, limit }: Pick<ListingFilter, 'sort' | 'limit'>,
): Entry[] {
  const compare = orders[sort];
  const page: Entry[] = [];
  for (const { entries } of groups) {
    // Newest first, so that most of the others come after the page once it is full.
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at] as Entry;
      const last = page[limit - 1];
      if ((last && compare(entry, last) >= 0) || !isFound(entry)) continue;
      const place = lowerBound(page, entry, compare);
      if (page[place] === entry) continue;
      page.splice(place, 0, entry);
      if (page.length > limit) page.pop();
    }
  }
  return page;
}

/** The first index of the range, and the one after its last. */
const priceRange = (list: readonly Entry[], minCents = 0, maxCents = Infinity): [number, number] => [
  lowerBound<ListingPlace>(list, { cents: minCents, position: 0 }, byPrice),
  lowerBound<ListingPlace>(list, { cents: maxCents, position: Infinity }, byPrice),
];

function* listsOf({ farm, place, words }: Entry): Generator<Entry[]> {
  yield farm.entries;
  if (place) yield place.entries;
  for (const { entries } of words) yield entries;
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: (key: string) => V): V {
  const value = map.get(key) ?? make(key);
  map.set(key, value);
  return value;
}

const dayNumber = (day: CalendarDate | null | undefined): number => Number((day ?? '0').replaceAll('-', ''));

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** Prepended to each word, so that its first letter and its first two letters are part of trigrams too. */
const spaces = '  ';

/** A fixed number of lists, shared by several trigrams each: one list per trigram would take far more memory with many different letters. */
const trigramLists = 2 ** 15;

/** The lists of its trigrams. */
function trigramsOf(text: string): number[] {
  const found = new Set<number>();
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
    // The multipliers are those of MurmurHash3.
    found.add((Math.imul(a, 0xcc9e2d51) + Math.imul(b, 0x1b873593) + Math.imul(c, 0x85ebca6b)) >>> 17);
  }
  return Array.from(found);
}
