declare const brand: unique symbol;

/** A farm that the session guard vouches for. An id out of a URL or a body is a plain string and does not pass for one. */
export type FarmId = string & { readonly [brand]: 'FarmId' };

/**
 * For the session guard, for the farm a registration has just made, for administrators, for the operator's shell
 * and for what a payment provider says of a farm's own checkout; nowhere else.
 */
export const vouchedFarmId = (id: string): FarmId => id as FarmId;
