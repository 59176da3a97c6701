/** The limits that `npm run bench -- memory` asserts. */
export const memoryLimits = {
  /** From the start of the process until it reports that it is ready. */
  readyMs: 2000,
  /** The longest block of the event loop, in CPU time, while code is loaded and compiled for the first time. */
  firstUseMs: 300,
  /** The longest block afterwards, for each kind of long work. */
  blockedMs: 50,
  /** `npm start` without any settings: idle some seconds after the start, and after all long work. */
  plain: { idleMb: 150, afterWorkMb: 550 },
  /** With the settings of the image and of the systemd unit. */
  image: { idleMb: 150, afterWorkMb: 300 },
} as const;
