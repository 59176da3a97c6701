/** `1 day`, `2 days` */
export const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
