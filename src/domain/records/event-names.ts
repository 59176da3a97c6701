/** Kept apart from the schemas, so that code that only reads events does not load them. */
export const withdrawalProducts = ['meat', 'milk', 'fibre'] as const;
export type WithdrawalProduct = (typeof withdrawalProducts)[number];

export const maxWithdrawalDays = 1000;

/** The maximum in one birth. */
export const maxYoung = 8;

export const scoreNames = ['famacha', 'bodyCondition', 'dag', 'nasal', 'coat', 'jaw', 'eggCount'] as const;
export type ScoreName = (typeof scoreNames)[number];
