import { groupThousands } from './money.ts';

const squareMetresPerAcre = 4046.856_422_4;

const squareFeetPerSquareMetre = 10.763_91;

const decimal = /^(\d{1,6})(?:[.,](\d{1,4}))?$/;

/** Accepts '7', '7.5' and '7,5'; undefined: not an area. */
export function parseAcres(text: string): number | undefined {
  const match = decimal.exec(text.trim());
  if (!match) return undefined;
  const squareMetres = Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * squareMetresPerAcre);
  return squareMetres > 0 ? squareMetres : undefined;
}

/** Two decimals are 40 square metres; a pen needs three. */
export function acreText(squareMetres: number): string {
  const acres = squareMetres / squareMetresPerAcre;
  const digits = acres < 1 ? 1000 : 100;
  return String(Math.round(acres * digits) / digits);
}

/** `12.5 acres`, and for a pen `430 sq ft` */
export function areaText(squareMetres: number): string {
  const isPen = squareMetres < squareMetresPerAcre / 10;
  return isPen
    ? `${groupThousands(Math.round(squareMetres * squareFeetPerSquareMetre))} sq ft`
    : `${Math.round((squareMetres / squareMetresPerAcre) * 100) / 100} acres`;
}
