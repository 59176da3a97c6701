declare const brand: unique symbol;

/** The id of a farm to which access was checked. An id from a URL or a body is a plain string and does not compile in its place. */
export type FarmId = string & { readonly [brand]: 'FarmId' };

/** Only for the session guard, calendar links, invitations, codes of sold animals, new farms, memberships, administrators, the operator's shell and a provider's events about a farm's own checkout. */
export const vouchedFarmId = (id: string): FarmId => id as FarmId;
