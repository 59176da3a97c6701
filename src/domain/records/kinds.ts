import { capitalized } from '#domain/values/text.ts';

interface Kind {
  readonly table: string;
  /** Its name in the copies of a farm and, for the lists, in an archive. */
  readonly collection: string;
  /** An entry of one of the farm's lists, which differ only in their fields. */
  readonly isList?: true;
  /** No two entries that are in use have the same name. */
  readonly hasUniqueNames?: true;
  /** Undoing that one was added archives it, since other records may refer to it. */
  readonly isArchivedByUndo?: true;
  /** Computed from other records, so that its changes are not logged. */
  readonly isDerived?: true;
}

/**
 * The kinds of records of a farm. A kind stands after those that it refers to. The change log, the tombstones, creating once, what a copy
 * reads and the archive follow from this table, the removal of a farm from the tables with `farm_id`. What else a kind needs, the compiler
 * or a test names.
 */
export const kinds = {
  animal: { table: 'animals', collection: 'animals' },
  event: { table: 'events', collection: 'events' },
  breedingRecord: { table: 'breeding_records', collection: 'breedingRecords' },
  animalTag: { table: 'animal_tags', collection: 'animalTags' },
  place: { table: 'places', collection: 'places', isList: true, hasUniqueNames: true, isArchivedByUndo: true },
  group: { table: 'groups', collection: 'groups', isList: true, hasUniqueNames: true, isArchivedByUndo: true },
  product: { table: 'products', collection: 'products', isList: true, hasUniqueNames: true, isArchivedByUndo: true },
  worklist: { table: 'worklists', collection: 'worklists', isList: true, isArchivedByUndo: true },
  exposure: { table: 'exposures', collection: 'exposures', isList: true, isArchivedByUndo: true },
  chore: { table: 'chores', collection: 'chores', isList: true },
  animalState: { table: 'animal_states', collection: 'animalStates', isDerived: true },
} as const satisfies Readonly<Record<string, Kind>>;

type Kinds = typeof kinds;
export type KindName = keyof Kinds;
type KindWith<F extends keyof Kind> = {
  [K in KindName]: Kinds[K] extends Readonly<Record<F, true>> ? K : never;
}[KindName];

/** The kinds that people write. */
export type RecordKind = Exclude<KindName, KindWith<'isDerived'>>;
export type RecordTable = Kinds[RecordKind]['table'];
export type CollectionName = Kinds[KindName]['collection'];
export type ListName = Kinds[KindWith<'isList'>]['collection'];

const allKinds = Object.entries<Kind>(kinds) as [KindName, Kind][];

export const recordKindNames = allKinds.flatMap(([kind, { isDerived }]) => (isDerived ? [] : kind)) as [
  RecordKind,
  ...RecordKind[],
];

/** The lists of the farm, by the names of their tables and collections. */
export const listNames = allKinds.flatMap(([, { isList, collection }]) => (isList ? collection : [])) as ListName[];

export const perList = <T>(valueOf: (list: ListName) => T): Readonly<Record<ListName, T>> =>
  Object.fromEntries(listNames.map((list) => [list, valueOf(list)])) as Readonly<Record<ListName, T>>;

const kindOfCollection = new Map(allKinds.map(([kind, { collection }]) => [collection, kind]));

export const kindIn = (collection: CollectionName): KindName => kindOfCollection.get(collection) ?? 'animal';

export type ListCalls<L extends ListName> = {
  readonly list: `list${Capitalize<L>}`;
  readonly add: `add${Capitalize<OneOf<L>>}`;
  readonly change: `change${Capitalize<OneOf<L>>}`;
};
type OneOf<L extends ListName> = L extends `${infer One}s` ? One : never;

/** The names of a list's calls, which follow from that of its kind. */
export function callsOf<L extends ListName>(list: L): ListCalls<L> {
  const kind = capitalized(kindIn(list));
  return { list: `list${capitalized(list)}`, add: `add${kind}`, change: `change${kind}` } as ListCalls<L>;
}

/** Whether a kind in the change log, which may also be the farm itself, has a property. */
export const isKindWith = (kind: string, property: keyof Kind): boolean =>
  Object.hasOwn(kinds, kind) && (kinds[kind as KindName] as Kind)[property] === true;
