import type { Arrival } from '#contract/archive.ts';
import { listNames } from '#domain/records/kinds.ts';
import { pictureSize } from '#domain/values/pictures.ts';
import { count } from '#web/lib/text/format.ts';

const counted = (number: number, one: string, more: string): string => `${count(number)} ${number === 1 ? one : more}`;

export function describeAdded(arrival: Arrival): string {
  const { animals, healthRecords, breedingRecords, animalTags, events, papers, photosAdded } = arrival;
  const listed = countListed(arrival, 'added');
  return [
    counted(animals.added, 'animal', 'animals'),
    counted(healthRecords.added, 'health record', 'health records'),
    counted(breedingRecords.added, 'breeding record', 'breeding records'),
    ...(animalTags.added > 0 ? [counted(animalTags.added, 'other number', 'other numbers')] : []),
    counted(events.added, 'other journal entry', 'other journal entries'),
    ...(listed > 0 ? [counted(listed, 'place, group, product or list', 'places, groups, products and lists')] : []),
    ...(papers.added > 0 ? [counted(papers.added, 'receipt or movement document', 'receipts and movement documents')] : []),
    counted(photosAdded, 'photo', 'photos'),
  ].join(', ');
}

const countListed = (arrival: Arrival, what: 'added' | 'alreadyThere'): number =>
  listNames.reduce((sum, list) => sum + arrival[list][what], 0);

export const describePublic = ({ offered }: Arrival): string[] =>
  offered > 0
    ? [
        `${counted(offered, 'animal is', 'animals are')} for sale: everybody sees ${offered === 1 ? 'it' : 'them'} on the public marketplace, with the email address of your farm.`,
      ]
    : [];

export function describeSkipped(arrival: Arrival): string[] {
  const { animals, healthRecords, breedingRecords, animalTags, events, papers } = arrival;
  const { photosLeftOut, recordsLeftOut, recordsBeforeBirth, animalTagsLeftOut } = arrival;
  const there =
    animals.alreadyThere +
    healthRecords.alreadyThere +
    breedingRecords.alreadyThere +
    animalTags.alreadyThere +
    events.alreadyThere +
    papers.alreadyThere +
    countListed(arrival, 'alreadyThere');
  return [
    ...(there > 0 ? [`${counted(there, 'record was', 'records were')} here already and stayed as they are.`] : []),
    ...(photosLeftOut > 0
      ? [
          `${counted(photosLeftOut, 'photo was', 'photos were')} left out: unreadable, larger than ${count(pictureSize)} pixels, or more than your farm has room for.`,
        ]
      : []),
    ...(recordsLeftOut > 0
      ? [
          `${counted(recordsLeftOut, 'record or link', 'records or links')} named animals that are not in the file and were left out.`,
        ]
      : []),
    ...(animalTagsLeftOut > 0
      ? [
          `${counted(animalTagsLeftOut, 'number was', 'numbers were')} left out: an EID that another of your animals has, or more than an animal may have.`,
        ]
      : []),
    ...(recordsBeforeBirth > 0
      ? [`${counted(recordsBeforeBirth, 'record was', 'records were')} left out: dated before an animal in them was born.`]
      : []),
  ];
}

export function isNothingNew(arrival: Arrival): boolean {
  const { animals, healthRecords, breedingRecords, animalTags, events, papers, photosAdded } = arrival;
  const records = animals.added + healthRecords.added + breedingRecords.added + animalTags.added + events.added + papers.added;
  return records + countListed(arrival, 'added') + photosAdded === 0;
}
