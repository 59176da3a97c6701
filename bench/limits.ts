export const memoryLimits = {
  readyMs: 2000,
  /** CPU time of the longest block of the event loop while code is loaded and compiled for the first time. */
  firstUseMs: 300,
  /** The longest block afterwards, for each kind of long work. */
  blockedMs: 50,
  /** `npm start` without settings: idle some seconds after the start, and after all long work. */
  plain: { idleMb: 150, afterWorkMb: 550 },
  image: { idleMb: 150, afterWorkMb: 300 },
} as const;

/** 50 members of one farm write at once, 300 times a second. */
export const membersLimits = { p99Ms: 50 } as const;

/** For a farm of 10,000 animals with 200,000 events. */
export const journalLimits = {
  /** 2,000 weighings in one request. */
  batchMs: 1500,
  batchCommits: 1,
  /** An animal with 500 events: itself, its summary and its events. */
  animalPageMs: 30,
  foldingMs: 10_000,
  /** The number of stored states that differ from the fold of all events. */
  differentStates: 0,
} as const;
