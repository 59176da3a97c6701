import type { Animal } from '../src/contract/animals.ts';
import { daysBetween, type CalendarDate } from '../src/domain/values/dates.ts';

/** Growth is fast until weaning and slower until three years, at an individual rate for each animal, so that none loses weight. */
export function poundsAt({ birthDate, tagNumber }: Animal, day: CalendarDate): number {
  const months = Math.min(36, daysBetween(birthDate ?? day, day) / 30);
  const pace = 0.85 + ((Number(tagNumber.slice(-3)) * 17) % 40) / 100;
  return 8 + pace * (Math.min(3, months) * 10 + Math.max(0, months - 3) * 3.5);
}
