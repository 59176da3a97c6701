export const toIds = <T>(rows: readonly { readonly id: T }[]): T[] => rows.map(({ id }) => id);
