declare const brand: unique symbol;

/** The id of a farm to which access was checked. An id from a URL or a body is a plain string and does not compile in its place. */
export type FarmId = string & { readonly [brand]: 'FarmId' };

/** For an id that the server has made itself or read from its own database, as that of a membership or of a link's token; never for one from a request. */
export const vouchedFarmId = (id: string): FarmId => id as FarmId;
