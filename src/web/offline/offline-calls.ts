import type { CollectionName } from '#contract/changes.ts';
import type { OfflineCall } from './operation.ts';

/** The kind of record that each call changes; undefined if it adds records or changes several. */
export const changedCollection = {
  addAnimal: undefined,
  changeAnimal: 'animals',
  deleteAnimal: 'animals',
  addAnimalTag: undefined,
  changeAnimalTag: 'animalTags',
  deleteAnimalTag: 'animalTags',
  addHealthRecord: undefined,
  changeHealthRecord: 'events',
  removeHealthRecord: 'events',
  addBreedingRecord: undefined,
  changeBreedingRecord: 'breedingRecords',
  deleteBreedingRecord: 'breedingRecords',
  recordEvents: undefined,
  replaceEvent: 'events',
  voidEvent: 'events',
  voidEvents: undefined,
  addPlace: undefined,
  changePlace: 'places',
  addGroup: undefined,
  changeGroup: 'groups',
  addProduct: undefined,
  changeProduct: 'products',
  addWorklist: undefined,
  changeWorklist: 'worklists',
  addExposure: undefined,
  changeExposure: 'exposures',
  addChore: undefined,
  changeChore: 'chores',
  deleteChore: 'chores',
} as const satisfies Readonly<Record<OfflineCall, CollectionName | undefined>>;

export const isOfflineCall = (name: string): name is OfflineCall => Object.hasOwn(changedCollection, name);
