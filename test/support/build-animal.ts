import type { Animal } from '#contract/animals.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import { unsetValues } from '#domain/records/fields.ts';

const { salePriceCents: _, ...unset } = unsetValues(animalFields) as AnimalRecord;

export const buildAnimal = (overrides: Partial<Animal> = {}): Animal => ({
  ...unset,
  id: `id-${overrides.tagNumber ?? 'A1'}`,
  tagNumber: 'A1',
  species: 'goat',
  sex: 'female',
  birthDate: '2024-03-01',
  salePrice: null,
  forSalePrice: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...overrides,
});

export const idOf = (digit: number): string => `018f2b6e-7c1a-7c3e-8a55-00000000000${digit}`;
