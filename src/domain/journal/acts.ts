/** A batch of 2,000 events with what follows from them; an import may have a hundred times as many, which nobody has to count. */
export const countedChanges = 2500;
