import { groupThousands } from './money.ts';

/** `1 day`, `2 days`, `1,200 days` */
export const plural = (number: number, word: string): string => `${groupThousands(number)} ${word}${number === 1 ? '' : 's'}`;
