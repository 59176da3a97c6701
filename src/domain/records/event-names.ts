/** Without schemas, so that what only reads events can be loaded without them. */
export const withdrawalProducts = ['meat', 'milk', 'fibre'] as const;
export type WithdrawalProduct = (typeof withdrawalProducts)[number];

/** Of one birth. */
export const maxYoung = 8;

export const scoreNames = ['famacha', 'bodyCondition', 'dag', 'nasal', 'coat', 'jaw', 'eggCount'] as const;
export type ScoreName = (typeof scoreNames)[number];
