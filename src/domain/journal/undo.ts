const undoMinutes = 10;

/** Whole minutes, begun ones included, for which what was done at that moment is undone without being asked why; then 0. */
export function minutesToUndo(doneAt: string, now: Date): number {
  const left = Math.ceil((Date.parse(doneAt) - now.getTime()) / 60_000) + undoMinutes;
  // A clock that is ahead of this one gives nobody more time.
  return Math.min(Math.max(left, 0), undoMinutes);
}
