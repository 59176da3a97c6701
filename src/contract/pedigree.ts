import { z } from 'zod';
import { animalFields } from '#domain/records/animal.ts';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { route } from './route.ts';

const { tagNumber, name, species, sex, breed, birthDate, birthYear, imageUrl, isReference } = animalFields;

/** An animal in a pedigree. */
export const Ancestor = z.object({
  id: z.string(),
  ...storedForms({ tagNumber, name, species, sex, breed, birthDate, birthYear, imageUrl, isReference }),
});
export type Ancestor = z.infer<typeof Ancestor>;

export const AnimalPedigree = z.object({
  /**
   * By position, one letter for each generation back: `s` is the sire, `d` the dam, `sd` the dam of the sire. Unknown ancestors are
   * left out; an ancestor in several positions is in each.
   */
  ancestors: z.record(z.string().regex(/^[sd]+$/), Ancestor),
  /** Wright's coefficient of inbreeding, 0 to 1, computed from all known ancestors, not only the listed ones. */
  inbreeding: z.number(),
  /** False if it is 0 for want of recorded ancestors of both parents. */
  isInbreedingKnown: z.boolean(),
  /** Complete generation equivalents: the sum of (1/2)^n over all known ancestors, n generations back. */
  completeness: z.number(),
});
export type AnimalPedigree = z.infer<typeof AnimalPedigree>;

export const CommonAncestor = z.object({
  id: z.string(),
  tagNumber: z.string(),
  name: z.string().nullable(),
  /** The part of the young's inbreeding that is due to this ancestor. */
  contribution: z.number(),
});

export const TrialPair = z.object({
  sireId: z.string(),
  damId: z.string(),
  /** The inbreeding of their young, 0 to 1. */
  inbreeding: z.number(),
  /** False if it is 0 for want of recorded ancestors of both. */
  isInbreedingKnown: z.boolean(),
  /** At most ten, the largest contribution first. */
  commonAncestors: z.array(CommonAncestor),
});
export type TrialPair = z.infer<typeof TrialPair>;

const ids = (most: number, message: string) =>
  z
    .array(Id)
    .min(1, message)
    .max(most, `Choose at most ${most}`)
    .refine((each) => new Set(each).size === each.length, 'The same animal is chosen twice');

export const Trial = z.object({ sireIds: ids(20, 'Choose males'), damIds: ids(100, 'Choose females') });

export const pedigreeRoutes = {
  readPedigree: route({
    method: 'GET',
    path: '/animals/:id/pedigree',
    access: 'farm',
    needs: 'see',
    summary: 'Read the ancestors of an animal, its coefficient of inbreeding and the completeness of its pedigree',
    params: z.object({ id: Id }),
    query: z.object({ generations: z.coerce.number().int().min(1, 'Ask for 1 to 5').max(5, 'Ask for 1 to 5').default(3) }),
    reply: AnimalPedigree,
    errors: ['animals.not_found'],
  }),
  tryMatings: route({
    method: 'POST',
    path: '/matings/trial',
    access: 'farm',
    needs: 'see',
    summary: 'Compute the inbreeding of the young of possible matings and its common ancestors; writes nothing',
    body: Trial,
    reply: z.object({ pairs: z.array(TrialPair) }),
    errors: ['animals.not_found'],
  }),
} as const;
