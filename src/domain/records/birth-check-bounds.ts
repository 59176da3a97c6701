export const maxBirthChecks = 8;
export const maxBirthCheckLength = 40;

/** Checks are compared by their names, since the farm may rename them. */
export const birthCheckKey = (name: string): string => name.trim().toLowerCase();
