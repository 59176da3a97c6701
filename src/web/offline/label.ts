import type { EventKind } from '#domain/records/events.ts';
import type { FarmRows } from './farm-rows.ts';
import { bodyOf, eventsOf, type Json, textOf } from './operation-body.ts';
import type { OfflineCall } from './operation.ts';

interface Labelled {
  readonly call: OfflineCall;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const eventNames: Readonly<Record<EventKind, string>> = {
  checkup: 'Checkup',
  weighing: 'Weight',
  treatment: 'Treatment',
  vaccination: 'Vaccination',
  scores: 'Scores',
  hooves: 'Hooves trimmed',
  weaning: 'Weaning',
  shearing: 'Shearing',
  milking: 'Milking',
  dryOff: 'Drying off',
  pregnancyCheck: 'Pregnancy check',
  heat: 'Heat',
  abortion: 'Abortion',
  note: 'Note',
  move: 'Move',
  birth: 'Birth',
  fostering: 'Fostering',
  birthCheck: 'Check',
  breedingValues: 'Breeding values',
  castration: 'Castration',
  tagChange: 'New ear tag',
  sale: 'Sale',
  death: 'Death',
  slaughter: 'Slaughter',
  loan: 'Loan',
  return: 'Return',
  arrival: 'Arrival',
};

/** The label of a waiting operation: 'Weight of MJ-02'. */
// oxlint-disable-next-line typescript/consistent-return -- The compiler checks that every call has its label.
export function labelOf(operation: Labelled, rows: FarmRows): string {
  const { call, params } = operation;
  const body = bodyOf(operation);
  const id = params['id'] ?? '';
  const tag = (animalId: unknown): string => rows.animals.get(String(animalId))?.tagNumber ?? 'an animal';
  const eventOf = (eventId: string) => rows.events.get(eventId);
  const name = (list: 'places' | 'groups' | 'products' | 'worklists' | 'exposures' | 'chores') =>
    rows[list].get(id)?.name ?? textOf(body['name']);
  switch (call) {
    case 'addAnimal':
      return `${textOf(body['tagNumber'])} added`;
    case 'changeAnimal':
      return `Change of ${tag(id)}`;
    case 'deleteAnimal':
      return `Deletion of ${tag(id)}`;
    case 'addAnimalTag':
      return `Number of ${tag(body['animalId'])}`;
    case 'changeAnimalTag':
    case 'deleteAnimalTag':
      return `Number of ${tag(rows.animalTags.get(id)?.animalId)}`;
    case 'addHealthRecord':
      return `Checkup of ${tag(body['animalId'])}`;
    case 'changeHealthRecord':
      return `Change of a checkup of ${tag(eventOf(id)?.animalId)}`;
    case 'removeHealthRecord':
      return `Deletion of a checkup of ${tag(eventOf(id)?.animalId)}`;
    case 'addBreedingRecord':
      return `Mating of ${tag(body['motherId'])}`;
    case 'changeBreedingRecord':
      return `Change of a mating of ${tag(rows.breedingRecords.get(id)?.motherId)}`;
    case 'deleteBreedingRecord':
      return `Deletion of a mating of ${tag(rows.breedingRecords.get(id)?.motherId)}`;
    case 'recordEvents':
      return labelOfEvents(eventsOf(operation), tag);
    case 'replaceEvent':
      return `Correction for ${tag(body['animalId'] ?? eventOf(id)?.animalId)}`;
    case 'voidEvent':
      return `Undo for ${tag(eventOf(id)?.animalId)}`;
    case 'voidEvents':
      return 'Undo of several entries';
    case 'addPlace':
    case 'changePlace':
      return `Place ${name('places')}`;
    case 'addGroup':
    case 'changeGroup':
      return `Group ${name('groups')}`;
    case 'addProduct':
    case 'changeProduct':
      return `Product ${name('products')}`;
    case 'addWorklist':
      return `${name('worklists')} begun`;
    case 'changeWorklist':
      return `${name('worklists')} ${body['isArchived'] === true ? 'finished' : 'changed'}`;
    case 'addExposure':
      return `Males in with ${name('exposures')}`;
    case 'changeExposure':
      return `Males ${body['outDay'] == null ? 'with' : 'out from'} ${name('exposures')}`;
    case 'addChore':
    case 'changeChore':
    case 'deleteChore':
      return `Task ${name('chores')}${call === 'deleteChore' ? ' deleted' : body['isArchived'] === true ? ' done' : ''}`;
  }
}

function labelOfEvents(events: readonly Json[], tag: (id: unknown) => string): string {
  const [first] = events;
  const kind = eventNames[first?.['kind'] as EventKind];
  return events.length === 1 ? `${kind} of ${tag(first?.['animalId'])}` : `${kind} of ${events.length} animals`;
}
