import { z } from 'zod';
import { animalStatuses, defaultHealthStatus, healthStatuses, healthText, sexes, speciesList } from './animals.ts';
import { field, type RecordOf } from './fields.ts';
import {
  Id,
  optionalCents,
  optionalDate,
  optionalLine,
  optionalPicture,
  optionalText,
  optionalWebAddress,
  optionalGrams,
  optionalWhole,
  requiredLine,
} from './values.ts';
import { maxGrowthGrams } from '../values/weights.ts';

export const Species = z.enum(speciesList, 'Choose goat or sheep');
export const Sex = z.enum(sexes, 'Choose male or female');
export const AnimalStatus = z.enum(animalStatuses, 'Choose active, sold or died');
export const HealthStatus = z.enum(healthStatuses, 'Choose a health status from 1 to 5');

const growthWeight = optionalGrams(maxGrowthGrams, 'Must be a weight between 1 g and 500 kg');

/**
 * An animal as it is stored. Columns, defaults, archive, export, import, form and comparison are derived from these entries
 * (docs/contributing.md); other lists of the animal's fields only order or place them, and are checked against this one.
 */
export const animalFields = {
  tagNumber: field(requiredLine(100, 'Tag number is required'), { kind: 'text', label: 'Tag number', width: 14 }),
  name: field(optionalLine(100), { kind: 'text', label: 'Name', width: 18, unset: null }),
  species: field(Species, { kind: 'choice', label: 'Species' }),
  sex: field(Sex, { kind: 'choice', label: 'Sex' }),
  birthDate: field(optionalDate, { kind: 'day', label: 'Birth date', unset: null }),
  /** Set if only the year of birth is known; `birthDate` is then null. */
  birthYear: field(optionalWhole(1980, 2200, 'Must be a year from 1980 on'), { kind: 'year', label: 'Birth year', unset: null }),
  breed: field(optionalLine(100), { kind: 'text', label: 'Breed', width: 18, unset: null }),
  color: field(optionalLine(100), { kind: 'text', label: 'Color', width: 14, unset: null }),
  motherId: field(Id.nullable(), { kind: 'animal', label: 'Mother', heading: 'Mother tag', unset: null }),
  fatherId: field(Id.nullable(), { kind: 'animal', label: 'Father', heading: 'Father tag', unset: null }),
  status: field(AnimalStatus, { kind: 'choice', label: 'Status', unset: 'active' }),
  healthStatus: field(HealthStatus, {
    kind: 'choice',
    label: 'Health',
    heading: 'Health status',
    show: healthText,
    width: 14,
    unset: defaultHealthStatus,
  }),
  vaccinated: field(z.boolean(), { kind: 'yesNo', label: 'Vaccinated', width: 11, unset: false }),
  pedigreeUrl: field(optionalWebAddress, { kind: 'link', label: 'Pedigree link', width: 30, unset: null }),
  /** An uploaded picture of the farm, or one of another site, which is kept but not shown (rule 24). */
  imageUrl: field(optionalPicture, { kind: 'picture', label: 'Photo', heading: null, unset: null }),
  forSale: field(z.boolean(), { kind: 'yesNo', label: 'For sale', width: 9, unset: false }),
  salePriceCents: field(optionalCents, {
    kind: 'price',
    label: 'Price ($)',
    heading: 'Sale price',
    importLabel: 'Sale price',
    unset: null,
  }),
  saleDescription: field(optionalText(2000), { kind: 'text', label: 'Sale description', width: 40, unset: null }),
  birthWeightGrams: field(growthWeight, {
    kind: 'weight',
    label: 'Birth weight (lbs)',
    importLabel: 'Birth weight',
    unset: null,
  }),
  weaningWeightGrams: field(growthWeight, {
    kind: 'weight',
    label: 'Weaning weight (lbs)',
    importLabel: 'Weaning weight',
    unset: null,
  }),
  weaningAgeDays: field(optionalWhole(1, 1000, 'Must be a number of days between 1 and 1000'), {
    kind: 'days',
    label: 'Age at weaning (days)',
    heading: 'Weaning age (days)',
    importLabel: 'Weaning age',
    unset: null,
  }),
  /** A castrated male is not a breeding male; `sex` stays male (rule 36). */
  castratedOn: field(optionalDate, { kind: 'day', label: 'Castrated on', unset: null }),
  /** Castrated on a day that is not known, or on `castratedOn`. */
  isCastrated: field(z.boolean(), { kind: 'yesNo', label: 'Castrated', width: 10, unset: false }),
  notes: field(optionalText(2000), { kind: 'text', label: 'Notes', width: 40, unset: null }),
  /** True for an outside parent, which the farm does not keep: it is left out of lists, counts and the animal limit. */
  isReference: field(z.boolean(), { kind: 'yesNo', label: 'Outside parent', heading: null, unset: false }),
} as const;

export type AnimalRecord = RecordOf<typeof animalFields>;
