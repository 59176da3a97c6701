import { readSetting, storeSetting } from '../device/device-setting.ts';
import type { StoredFarm } from '../session/stored-farm.ts';

/**
 * The number of unsent operations in this browser by farm and person, known without signing in. A browser that deletes stored
 * data may keep the cookie, which then says how many there were.
 */
const key = 'waiting';
const lostKey = 'lost operations';
const secondsOfYear = 31_536_000;

type Counts = Readonly<Record<string, number>>;

const nameOf = ({ userId, farmId }: StoredFarm): string => `${userId} ${farmId}`;

const readCounts = (): Counts | undefined => parse<Counts>(readSetting(key));

const total = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export const countWaiting = (): number => total(readCounts() ?? {});

/** One person's counts by farm, including farms they no longer belong to. */
export const waitingOf = (userId: string): readonly { readonly farm: StoredFarm; readonly count: number }[] =>
  Object.entries(readCounts() ?? {}).flatMap(([name, count]) => {
    const [of, farmId] = name.split(' ');
    return of === userId && farmId !== undefined ? [{ farm: { userId, farmId }, count }] : [];
  });

export function storeWaiting(farm: StoredFarm, count: number): void {
  const { [nameOf(farm)]: before = 0, ...others } = readCounts() ?? {};
  if (before === count) return;
  const counts = count > 0 ? { ...others, [nameOf(farm)]: count } : others;
  const sum = total(counts);
  storeSetting(key, sum > 0 ? JSON.stringify(counts) : undefined);
  document.cookie = `${key}=${sum}; path=/; max-age=${sum > 0 ? secondsOfYear : 0}; samesite=lax`;
}

/** `isNew`: the browser had stored nothing of this farm, so entries that the cookie counts are lost. */
export function noticeLost(farm: StoredFarm, isNew: boolean): void {
  if (!isNew) return;
  const counts = readCounts();
  const lost = counts ? (counts[nameOf(farm)] ?? 0) : Number(/(?:^|; )waiting=(\d+)/.exec(document.cookie)?.[1] ?? 0);
  if (lost === 0) return;
  storeSetting(lostKey, String(countLost() + lost));
  // All other entries counted in the cookie are gone too.
  if (!counts) document.cookie = `${key}=0; path=/; max-age=0; samesite=lax`;
  storeWaiting(farm, 0);
}

export const countLost = (): number => Number(readSetting(lostKey) ?? 0);

export const resetLostCount = (): void => void storeSetting(lostKey, undefined);

function parse<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
