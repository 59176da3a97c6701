/** So long a turn of the event loop is filled with work that can wait; what else is to be done comes in between. */
const turnMs = 5;

const waiting: (() => void)[] = [];
let isTurnOpen = false;
let turnEnds = 0;

/**
 * To be awaited before a piece of work that takes some milliseconds in this very thread, as a read of SQLite does: many such pieces
 * are spread over as many turns of the event loop, instead of following each other without a pause.
 */
export function nextTimeSlice(): Promise<void> {
  if (isTurnOpen && (waiting.length > 0 || performance.now() > turnEnds)) {
    return new Promise((resolve) => void waiting.push(resolve));
  }
  if (!isTurnOpen) openTurn();
  return Promise.resolve();
}

function openTurn(): void {
  isTurnOpen = true;
  turnEnds = performance.now() + turnMs;
  setImmediate(() => {
    isTurnOpen = false;
    const next = waiting.shift();
    if (!next) return;
    openTurn();
    next();
  });
}
