import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { animalTagFields, changedTag, newTag } from '#domain/records/animal-tag.ts';
import { fieldNames } from '#domain/records/fields.ts';
import type { Act } from './journal-changes.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

const names = fieldNames(animalTagFields);

export function addAnimalTag({ draft, at, newId }: Act, { body: { id = newId(), ...input } }: Input<'addAnimalTag'>): void {
  if (!draft.of('animalTags').has(id)) draft.put('animalTags', { ...newTag(input), id, version: 1, createdAt: at });
}

export function changeAnimalTag(
  { draft }: Act,
  { params: { id }, body: { version: _version, ...input } }: Input<'changeAnimalTag'>,
): void {
  const tag = draft.of('animalTags').get(id);
  if (!tag) return;
  const after = changedTag(tag, input);
  if (names.some((name) => tag[name] !== after[name])) draft.put('animalTags', { ...after, version: tag.version + 1 });
}

export function deleteAnimalTag({ draft }: Act, { params: { id } }: Input<'deleteAnimalTag'>): void {
  if (draft.of('animalTags').has(id)) draft.delete('animalTags', id);
}
