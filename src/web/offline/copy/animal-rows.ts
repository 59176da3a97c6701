import type { Animal } from '#contract/animals.ts';
import { fieldsOf } from '#domain/records/animal-values.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';

type Stored = Pick<Animal, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

function toAnimal({ salePriceCents, ...fields }: AnimalRecord, stored: Stored): Animal {
  const salePrice = salePriceCents === null ? null : salePriceCents / 100;
  return { ...fields, salePrice, forSalePrice: salePrice, ...stored };
}

export const newAnimal = (id: string, fields: AnimalRecord, at: string): Animal =>
  toAnimal(fields, { id, version: 1, createdAt: at, updatedAt: at });

export const changedAnimal = (animal: Animal, change: Partial<AnimalRecord>, at: string): Animal => {
  const { id, version, createdAt } = animal;
  return toAnimal({ ...fieldsOf(animal), ...change }, { id, version: version + 1, createdAt, updatedAt: at });
};
