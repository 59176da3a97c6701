interface Progress {
  done: number;
  readonly total: number;
}

/** How far the imports are that this process is writing at the moment. */
const running = new Map<string, Progress>();

export const progressOf = (importId: string): Progress | null => {
  const progress = running.get(importId);
  return progress ? { ...progress } : null;
};

/** Tells how far `work` is while it runs. */
export async function withProgress<T>(importId: string, total: number, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = { done: 0, total };
  running.set(importId, progress);
  try {
    return await work(progress);
  } finally {
    running.delete(importId);
  }
}
