import { animalFields } from './animal.ts';
import { animalTagFields } from './animal-tag.ts';
import { breedingFields } from './breeding-record.ts';
import { choreFields } from './chore.ts';
import { exposureFields } from './exposure.ts';
import { type FieldInfo, type Fields, infosOf } from './fields.ts';
import { groupFields } from './group.ts';
import { kindIn, type kinds, type ListName, perList, type RecordKind } from './kinds.ts';
import { placeFields } from './place.ts';
import { productFields } from './product.ts';
import { worklistFields } from './worklist.ts';

/** The described fields of each kind of record in the change log. Events have their own kinds. */
const fieldsByKind = {
  animal: animalFields,
  breedingRecord: breedingFields,
  place: placeFields,
  group: groupFields,
  product: productFields,
  worklist: worklistFields,
  exposure: exposureFields,
  chore: choreFields,
  animalTag: animalTagFields,
} as const satisfies Readonly<Record<Exclude<RecordKind, 'event'>, Fields>>;

type FieldsByKind = typeof fieldsByKind;
export type FieldsInLists = {
  readonly [K in keyof FieldsByKind as Extract<(typeof kinds)[K]['collection'], ListName>]: FieldsByKind[K];
};

/** The described fields of an entry of each of the farm's lists. */
export const fieldsInLists = perList((list) => fieldsByKind[kindIn(list) as keyof FieldsByKind]) as FieldsInLists;

const infosByKind: Readonly<Record<string, Readonly<Record<string, FieldInfo>>>> = Object.fromEntries(
  Object.entries(fieldsByKind).map(([kind, fields]) => [kind, infosOf<Fields>(fields)]),
);

export const fieldInfo = (kind: string, name: string): FieldInfo | undefined => infosByKind[kind]?.[name];

/** The fields of a profile that are those of the farm. */
export const farmFields = [
  'farmName',
  'address',
  'logoUrl',
  'weightUnit',
  'dateFormat',
  'keeps',
  'breedingRules',
  'farmNumbers',
  'planPicture',
] as const;

/** Fields in the change log besides the described ones. */
const otherFields: Readonly<Record<string, readonly string[]>> = {
  farm: [...farmFields, 'supportUntil'],
  breedingRecord: ['offspringIds'],
  event: ['voidedAt', 'voidReason'],
};

/** Whether a changed field is shown to people; digests and the like are not. */
export const isShown = (kind: string, name: string): boolean =>
  name === 'archivedAt' || fieldInfo(kind, name) !== undefined || (otherFields[kind]?.includes(name) ?? false);
