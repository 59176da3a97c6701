/** What `npm run bench -- memory` asserts. */
export const memoryLimits = {
  /** From the start of the process until it says that it is ready. */
  readyMs: 2000,
  /** The longest time without a pause on the event loop, in time of the processor, when code is loaded and compiled for the first time. */
  firstUseMs: 300,
  /** The same afterwards, for each kind of long work. */
  blockedMs: 50,
  /** `npm start`, which sets nothing: idle some seconds after the start, and after all of that work. */
  plain: { idleMb: 150, afterWorkMb: 550 },
  /** With the settings of the image and of the systemd unit. */
  image: { idleMb: 150, afterWorkMb: 300 },
} as const;
