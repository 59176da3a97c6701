import { expect, test } from 'vitest';
import { readAde } from './icar.ts';

const animal = { id: '982000123456789', scheme: 'com.example.rfid' };
const tablesOf = (resources: object[]) =>
  readAde(JSON.stringify(resources))?.flatMap(({ name, rows }) => [name, ...rows.map((cells) => cells.join())]);

test('resources of another program are read, whatever collections they stand in', () => {
  const member = {
    resourceType: 'https://example.org/icarAnimalCoreResource',
    identifier: { id: 'NL 123456', scheme: 'nl-v1' },
    alternativeIdentifiers: [animal],
    specie: 'Goat',
    gender: 'MaleNeuter',
    birthDate: '2024-03-01T00:00:00Z',
    parentage: [{ parentOf: animal, gender: 'Female', identifier: { id: 'NL 99', scheme: 'nl-v1' } }],
  };
  const weight = { measurement: 90, units: 'LBR' };
  const weighing = { resourceType: 'icarWeightEvent', animal, eventDateTime: '2025-01-02T06:15:00Z', weight };
  const departure = { resourceType: 'icarMovementDepartureEventResource', animal, departureKind: 'Export' };
  expect(tablesOf([{ view: {}, member: [member] }, { items: [weighing] }, departure])).toEqual([
    'Animals',
    'Species,Sex,Birth date,Official tag,EID,Mother tag',
    'Goat,Wether,2024-03-01,NL 123456,982000123456789,NL 99',
    'Departures',
    'Movement,EID',
    'Departure: Export,982000123456789',
    'Weights',
    'Date,Time,Weight (kg),EID,Weighed by',
    '2025-01-02,06:15,90 lb,982000123456789,',
  ]);
});

test.each(['{', '[]', '[{"resourceType":"Patient"}]', '{"a":'.repeat(50_000)])(
  'a file of something else is not read: %.30s',
  (text) => {
    expect(readAde(text)).toBeUndefined();
  },
);

test('what a code does not say is no guess: it stays as it is', () => {
  const [departure, arrival, death] = ['Departure', 'Arrival', 'Death'].map((what) => `icarMovement${what}EventResource`);
  const tables = tablesOf([
    { resourceType: departure, animal },
    { resourceType: departure, animal, departureKind: 'StudServiceReturn', departureReason: 'Age' },
    { resourceType: arrival, animal, arrivalReason: 'Imported' },
    { resourceType: death, animal, deathReason: 'Other' },
    { resourceType: 'icarWeightEventResource', animal, weight: { measurement: 40, units: 'KGM', method: 'Predicted' } },
  ]);
  expect(tables?.filter((line) => line.includes(animal.id)).map((line) => line.replace(`,${animal.id}`, ''))).toEqual([
    'Arrived: Imported',
    'Departure,',
    'Departure: StudServiceReturn,Age',
    'Other',
    '40 kg,Predicted',
  ]);
});
