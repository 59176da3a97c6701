import { type AnimalTagFields, animalTagFields } from '#domain/records/animal-tag.ts';
import { formValuesOf, type FormValuesOf } from '#web/lib/forms/record-form.ts';

const { animalId: _, ...fields } = animalTagFields;

export const tagFields = fields;

export type TagValues = FormValuesOf<typeof tagFields>;

export const valuesOf = (tag: Partial<AnimalTagFields>): TagValues => formValuesOf(tagFields, { kind: 'eid', ...tag });
