/** Enough for a batch of 2,000 events with their effects. An import may have a hundred times as many, which are not counted exactly. */
export const maxCountedChanges = 2500;
