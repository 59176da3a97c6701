import { groupThousands } from './money.ts';
import type { WeightUnit } from './units.ts';

interface AreaUnit {
  /** Follows a number, and is used in labels. */
  readonly name: string;
  readonly squareMetres: number;
  /** The unit for pens. */
  readonly small: { readonly name: string; readonly squareMetres: number };
}

/** Farms that weigh in pounds measure land in acres; farms that weigh in kilograms use hectares. */
export const areaUnits = {
  lbs: { name: 'acres', squareMetres: 4046.856_422_4, small: { name: 'sq ft', squareMetres: 0.092_903_04 } },
  kg: { name: 'hectares', squareMetres: 10_000, small: { name: 'm²', squareMetres: 1 } },
} as const satisfies Record<WeightUnit, AreaUnit>;

const decimal = /^(\d{1,6})(?:[.,](\d{1,4}))?$/;

/** In square metres; accepts '7', '7.5' and '7,5'; undefined: not an area. */
export function parseArea(text: string, unit: WeightUnit): number | undefined {
  const match = decimal.exec(text.trim());
  if (!match) return undefined;
  const squareMetres = Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * areaUnits[unit].squareMetres);
  return squareMetres > 0 ? squareMetres : undefined;
}

/** The number as it was typed. Small areas need more decimals: a hundredth of an acre is 40 square metres. */
export function areaNumber(squareMetres: number, unit: WeightUnit): string {
  const area = squareMetres / areaUnits[unit].squareMetres;
  const digits = area >= 1 ? 100 : unit === 'kg' ? 10_000 : 1000;
  return String(Math.round(area * digits) / digits);
}

/** The number from which `parseArea` reads the same area. */
export function exactArea(squareMetres: number, unit: WeightUnit): number {
  const area = areaNumber(squareMetres, unit);
  const isExact = parseArea(area, unit) === squareMetres;
  return isExact ? Number(area) : Math.round((squareMetres / areaUnits[unit].squareMetres) * 10_000) / 10_000;
}

/** `12.5 acres`, and for a pen `430 sq ft` */
export function areaText(squareMetres: number, unit: WeightUnit): string {
  const { name, small, squareMetres: whole } = areaUnits[unit];
  const isPen = squareMetres < whole / 10;
  return isPen
    ? `${groupThousands(Math.round(squareMetres / small.squareMetres))} ${small.name}`
    : `${Math.round((squareMetres / whole) * 100) / 100} ${name}`;
}
