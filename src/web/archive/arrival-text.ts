import type { Arrival } from '#contract/archive.ts';
import { count } from '#web/lib/format.ts';

const counted = (number: number, one: string, more: string): string => `${count(number)} ${number === 1 ? one : more}`;

export function describeAdded({ animals, healthRecords, breedingRecords, events, photosAdded }: Arrival): string {
  return [
    counted(animals.added, 'animal', 'animals'),
    counted(healthRecords.added, 'health record', 'health records'),
    counted(breedingRecords.added, 'breeding record', 'breeding records'),
    counted(events.added, 'other journal entry', 'other journal entries'),
    counted(photosAdded, 'photo', 'photos'),
  ].join(', ');
}

export const describePublic = ({ offered }: Arrival): string[] =>
  offered > 0
    ? [
        `${counted(offered, 'animal is', 'animals are')} for sale: everybody sees ${offered === 1 ? 'it' : 'them'} on the public marketplace, with the e-mail address of your farm.`,
      ]
    : [];

export function describeSkipped({
  animals,
  healthRecords,
  breedingRecords,
  events,
  photosLeftOut,
  recordsLeftOut,
  recordsBeforeBirth,
}: Arrival): string[] {
  const there = animals.alreadyThere + healthRecords.alreadyThere + breedingRecords.alreadyThere + events.alreadyThere;
  return [
    ...(there > 0 ? [`${counted(there, 'record was', 'records were')} here already and stayed as they are.`] : []),
    ...(photosLeftOut > 0
      ? [`${counted(photosLeftOut, 'photo was', 'photos were')} left out: unreadable, or more than your farm has room for.`]
      : []),
    ...(recordsLeftOut > 0
      ? [
          `${counted(recordsLeftOut, 'record or link', 'records or links')} named animals that are not in the file and were left out.`,
        ]
      : []),
    ...(recordsBeforeBirth > 0
      ? [`${counted(recordsBeforeBirth, 'record was', 'records were')} left out: dated before an animal in them was born.`]
      : []),
  ];
}

export const isNothingNew = ({ animals, healthRecords, breedingRecords, events, photosAdded }: Arrival): boolean =>
  animals.added + healthRecords.added + breedingRecords.added + events.added + photosAdded === 0;
