import type { Arrival } from '#contract/archive.ts';
import { count } from '#web/lib/format.ts';

const many = (number: number, one: string, more: string): string => `${count(number)} ${number === 1 ? one : more}`;

/** What came in, in words. */
export function whatCame({ animals, healthRecords, breedingRecords, photosAdded }: Arrival): string {
  return [
    many(animals.added, 'animal', 'animals'),
    many(healthRecords.added, 'health record', 'health records'),
    many(breedingRecords.added, 'breeding record', 'breeding records'),
    many(photosAdded, 'photo', 'photos'),
  ].join(', ');
}

/** Who sees what comes in, if it is more than the farm. */
export const whatGoesPublic = ({ offered }: Arrival): string[] =>
  offered > 0
    ? [
        `${many(offered, 'animal is', 'animals are')} for sale: everybody sees ${offered === 1 ? 'it' : 'them'} on the public marketplace, with the e-mail address of your farm.`,
      ]
    : [];

/** What did not come in, and why; a sentence each. */
export function whatStayed({
  animals,
  healthRecords,
  breedingRecords,
  photosLeftOut,
  recordsLeftOut,
  recordsBeforeBirth,
}: Arrival): string[] {
  const there = animals.alreadyThere + healthRecords.alreadyThere + breedingRecords.alreadyThere;
  return [
    ...(there > 0 ? [`${many(there, 'record was', 'records were')} here already and stayed as they are.`] : []),
    ...(photosLeftOut > 0
      ? [`${many(photosLeftOut, 'photo was', 'photos were')} left out: unreadable, or more than your farm has room for.`]
      : []),
    ...(recordsLeftOut > 0
      ? [
          `${many(recordsLeftOut, 'record or link', 'records or links')} named animals that are not in the file and were left out.`,
        ]
      : []),
    ...(recordsBeforeBirth > 0
      ? [`${many(recordsBeforeBirth, 'record was', 'records were')} left out: dated before an animal in them was born.`]
      : []),
  ];
}

/** Nothing in it that was not here. */
export const isNothingNew = ({ animals, healthRecords, breedingRecords, photosAdded }: Arrival): boolean =>
  animals.added + healthRecords.added + breedingRecords.added + photosAdded === 0;
