/** The figures by which the females of a farm are compared. */
export const cullParts = ['weaned', 'lived', 'growth', 'interval', 'famacha', 'dewormed'] as const;
export type CullPart = (typeof cullParts)[number];

/** The weight of each figure in the index; 0: ignored. */
export type CullWeights = Readonly<Record<CullPart, number>>;

export const usualCullWeights: CullWeights = { weaned: 1, lived: 1, growth: 1, interval: 1, famacha: 1, dewormed: 1 };
