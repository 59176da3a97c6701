import { expect, test } from 'vitest';
import type { Arrival } from '#contract/archive.ts';
import { isNothingNew, describeAdded, describePublic, describeSkipped } from './arrival-text.ts';

const nothing: Arrival = {
  papers: { added: 0, alreadyThere: 0 },
  animals: { added: 0, alreadyThere: 0 },
  healthRecords: { added: 0, alreadyThere: 0 },
  breedingRecords: { added: 0, alreadyThere: 0 },
  animalTags: { added: 0, alreadyThere: 0 },
  events: { added: 0, alreadyThere: 0 },
  places: { added: 0, alreadyThere: 0 },
  groups: { added: 0, alreadyThere: 0 },
  products: { added: 0, alreadyThere: 0 },
  worklists: { added: 0, alreadyThere: 0 },
  exposures: { added: 0, alreadyThere: 0 },
  chores: { added: 0, alreadyThere: 0 },
  photosAdded: 0,
  photosLeftOut: 0,
  recordsLeftOut: 0,
  recordsBeforeBirth: 0,
  animalTagsLeftOut: 0,
  offered: 0,
};

test('the text after an archive import counts what was added', () => {
  const arrival = { ...nothing, animals: { added: 1200, alreadyThere: 0 }, photosAdded: 1 };
  expect(describeAdded(arrival)).toBe('1,200 animals, 0 health records, 0 breeding records, 0 other journal entries, 1 photo');
  expect(isNothingNew(arrival)).toBe(false);
  const listed = { ...nothing, places: { added: 1, alreadyThere: 0 }, products: { added: 2, alreadyThere: 0 } };
  expect(describeAdded(listed)).toContain('3 places, groups, products and lists');
  expect(isNothingNew(listed)).toBe(false);
});

test('the text after an archive import gives the reason for skipped records and leaves out zero counts', () => {
  expect(describeSkipped(nothing)).toEqual([]);
  expect(isNothingNew(nothing)).toBe(true);
  const [there, photos, records, unborn] = describeSkipped({
    ...nothing,
    animals: { added: 0, alreadyThere: 1 },
    photosLeftOut: 2,
    recordsLeftOut: 3,
    recordsBeforeBirth: 1,
  });
  expect(there).toMatch(/^1 record was here already/);
  expect(photos).toMatch(/^2 photos were left out/);
  expect(records).toMatch(/^3 records or links/);
  expect(unborn).toMatch(/^1 record was left out: dated before/);
});

test('the text before an archive import warns of animals that will be public', () => {
  expect(describePublic(nothing)).toEqual([]);
  expect(describePublic({ ...nothing, offered: 1 })[0]).toMatch(
    /^1 animal is for sale: everybody sees it .* email address of your farm/,
  );
});
