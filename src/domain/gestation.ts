import type { Species } from './animals.ts';
import { addDays, type CalendarDate } from './dates.ts';

/**
 * Mean days from mating to birth (rule 21). Goats have 145 to 155 (Merck, "Pregnancy in Goats"), sheep 144 to 152 (NMSU, "Sheep
 * Breeding Habits").
 */
export const gestationDays: Readonly<Record<Species, number>> = { goat: 150, sheep: 147 };

export const dueDate = (species: Species, breedingDate: CalendarDate): CalendarDate =>
  addDays(breedingDate, gestationDays[species]);
