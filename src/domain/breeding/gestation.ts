import type { Species } from '../records/animals.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';

/** Mean days from mating to birth (rule 21). */
export const gestationDays: Readonly<Record<Species, number>> = { goat: 150, sheep: 147 };

export interface GestationWindow {
  readonly from: number;
  readonly to: number;
}

/** The range of days after mating in which most births occur (Merck, "Pregnancy in Goats"; NMSU, "Sheep Breeding Habits"). */
export const gestationWindows: Readonly<Record<Species, GestationWindow>> = {
  goat: { from: 145, to: 155 },
  sheep: { from: 144, to: 152 },
};

export const dueDate = (species: Species, breedingDate: CalendarDate): CalendarDate =>
  addDays(breedingDate, gestationDays[species]);
