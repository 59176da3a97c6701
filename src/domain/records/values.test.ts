import { expect, test } from 'vitest';
import { animalTagFields } from './animal-tag.ts';
import { animalFields } from './animal.ts';
import { breedingFields } from './breeding-record.ts';
import { eventFields, eventKinds } from './events.ts';
import { infoOf, type Fields } from './fields.ts';
import { groupFields } from './group.ts';
import { healthFields } from './health-record.ts';
import { placeFields } from './place.ts';
import { productFields } from './product.ts';
import { exposureFields } from './exposure.ts';
import { choreFields } from './chore.ts';
import { worklistFields } from './worklist.ts';

const ofSeveralLines = ['description', 'note', 'notes', 'reason', 'saleDescription'];

const lists = [groupFields, placeFields, productFields, worklistFields, exposureFields, choreFields];
const ofAnimals = [animalFields, animalTagFields, breedingFields, healthFields];
const records: Fields[] = [...ofAnimals, ...lists, eventFields, ...Object.values(eventKinds).map(({ fields }) => fields)];

test('a line break stays in texts of several lines, and becomes a space in all others', () => {
  const texts = records.flatMap((fields) => Object.entries(fields)).filter(([, schema]) => infoOf(schema).kind === 'text');
  expect(texts.length).toBeGreaterThan(30);
  for (const [name, schema] of texts) {
    expect([name, schema.parse(' a\r\nb\u2028c\n')]).toEqual([name, ofSeveralLines.includes(name) ? 'a\r\nb\u2028c' : 'a b c']);
  }
});
