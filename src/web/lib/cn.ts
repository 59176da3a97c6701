import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; a later one wins over an earlier one that says the same thing. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
