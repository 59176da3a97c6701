import { expect, test } from 'vitest';
import type { Arrival } from '#contract/archive.ts';
import { describePublic } from './arrival-text.ts';

const kinds = ['papers', 'animals', 'healthRecords', 'breedingRecords', 'animalTags', 'events', 'places', 'groups', 'products'];
const counted = [...kinds, 'worklists', 'exposures', 'chores'].map((kind) => [kind, { added: 0, alreadyThere: 0 }]);
const leftOut = { photosLeftOut: 0, recordsLeftOut: 0, recordsBeforeBirth: 0, animalTagsLeftOut: 0 };
const nothing = { ...Object.fromEntries(counted), ...leftOut, photosAdded: 0, offered: 0 } as Arrival;

test('the text before an archive import warns of animals that will be public', () => {
  expect(describePublic(nothing)).toEqual([]);
  const [warning] = describePublic({ ...nothing, offered: 1 });
  expect(warning).toMatch(/^1 animal is for sale: everybody sees it .* email address of your farm/);
});
