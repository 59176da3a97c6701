import { hourMs } from '#server/time-after.ts';
import { openThread } from '#server/worker-thread.ts';

export interface Inspection {
  /** The last migration step; '' without any. */
  readonly schema: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly pictureNames: readonly string[];
  readonly referencedPictures: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly errors: readonly string[];
}

export interface InspectionRequest {
  readonly file: string;
  readonly checksIntegrity: boolean;
}

/** In a thread, because a large copy takes seconds. */
export async function inspectDatabase(data: InspectionRequest): Promise<Inspection> {
  const script = new URL('./inspect-worker.ts', import.meta.url);
  await using thread = openThread<Inspection>(script, { data, timeLimitMs: hourMs, maxMegabytes: 512 });
  return await thread.next();
}
