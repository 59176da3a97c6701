/** By what the females of a farm are compared. */
export const cullParts = ['weaned', 'lived', 'growth', 'interval', 'famacha', 'dewormed'] as const;
export type CullPart = (typeof cullParts)[number];

/** How much each part counts in the index; 0: not at all. */
export type CullWeights = Readonly<Record<CullPart, number>>;

export const usualCullWeights: CullWeights = { weaned: 1, lived: 1, growth: 1, interval: 1, famacha: 1, dewormed: 1 };
