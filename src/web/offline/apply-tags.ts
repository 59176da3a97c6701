import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { storedNumber } from '#domain/animal-tags.ts';
import { definedFields } from '#domain/defined-fields.ts';
import { animalTagFields, type AnimalTagFields } from '#domain/records/animal-tag.ts';
import { fieldNames, unsetValues } from '#domain/records/fields.ts';
import type { Act } from './journal-changes.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

const names = fieldNames(animalTagFields);
const unset = unsetValues(animalTagFields);

export function addAnimalTag({ draft, at, newId }: Act, { body: { id = newId(), ...input } }: Input<'addAnimalTag'>): void {
  if (draft.of('animalTags').has(id)) return;
  const fields = { ...unset, ...definedFields(input) } as AnimalTagFields;
  draft.put('animalTags', { ...fields, number: storedNumber(fields), id, version: 1, createdAt: at });
}

export function changeAnimalTag(
  { draft }: Act,
  { params: { id }, body: { version: _version, ...input } }: Input<'changeAnimalTag'>,
): void {
  const tag = draft.of('animalTags').get(id);
  if (!tag) return;
  const wanted = { ...tag, ...definedFields(input) };
  const after = { ...wanted, number: storedNumber(wanted) };
  if (names.some((name) => tag[name] !== after[name])) draft.put('animalTags', { ...after, version: tag.version + 1 });
}

export function deleteAnimalTag({ draft }: Act, { params: { id } }: Input<'deleteAnimalTag'>): void {
  if (draft.of('animalTags').has(id)) draft.delete('animalTags', id);
}
