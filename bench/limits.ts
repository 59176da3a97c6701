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
