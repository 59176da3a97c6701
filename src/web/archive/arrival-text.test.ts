import { expect, test } from 'vitest';
import type { Arrival } from '#contract/archive.ts';
import { isNothingNew, describeAdded, describePublic, describeSkipped } from './arrival-text.ts';

const kinds = ['papers', 'animals', 'healthRecords', 'breedingRecords', 'animalTags', 'events', 'places', 'groups', 'products'];
const counted = [...kinds, 'worklists', 'exposures', 'chores'].map((kind) => [kind, { added: 0, alreadyThere: 0 }]);
const leftOut = { photosLeftOut: 0, recordsLeftOut: 0, recordsBeforeBirth: 0, animalTagsLeftOut: 0 };
const nothing = { ...Object.fromEntries(counted), ...leftOut, photosAdded: 0, offered: 0 } as Arrival;
const added = (count: number) => ({ added: count, alreadyThere: 0 });

test('the text after an archive import counts what was added', () => {
  const arrival = { ...nothing, animals: added(1200), photosAdded: 1 };
  expect(describeAdded(arrival)).toBe('1,200 animals, 0 health records, 0 breeding records, 0 other journal entries, 1 photo');
  const listed = { ...nothing, places: added(1), products: added(2) };
  expect(describeAdded(listed)).toContain('3 places, groups, products and lists');
  expect([nothing, arrival, listed].map(isNothingNew)).toEqual([true, false, false]);
});

test('the text after an archive import gives the reason for skipped records and leaves out zero counts', () => {
  expect(describeSkipped(nothing)).toEqual([]);
  const skipped = { animals: { added: 0, alreadyThere: 1 }, photosLeftOut: 2, recordsLeftOut: 3, recordsBeforeBirth: 1 };
  expect(describeSkipped({ ...nothing, ...skipped })).toEqual([
    expect.stringMatching(/^1 record was here already/),
    expect.stringMatching(/^2 photos were left out/),
    expect.stringMatching(/^3 records or links/),
    expect.stringMatching(/^1 record was left out: dated before/),
  ]);
});

test('the text before an archive import warns of animals that will be public', () => {
  expect(describePublic(nothing)).toEqual([]);
  const [warning] = describePublic({ ...nothing, offered: 1 });
  expect(warning).toMatch(/^1 animal is for sale: everybody sees it .* email address of your farm/);
});
