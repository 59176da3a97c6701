import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/lib/server/api.ts';
import { saveMerging } from './merging-save.ts';

const stale = new ApiError(409, JSON.stringify({ code: 'record.stale', message: 'Changed elsewhere' }));

/** A record at version 2 on the server, saved from version 1; `theirs` is what the other change touched. */
function saveOver({ theirs, canRead = true }: { theirs: string[]; canRead?: boolean }) {
  const sent: number[] = [];
  const merged: unknown[] = [];
  const saved = saveMerging(1, {
    send: async (version) => {
      sent.push(version);
      if (version < 2) throw stale;
      return 'saved';
    },
    readStored: async () => (canRead ? 2 : undefined),
    merge: () => ({ fromTheirs: theirs, conflicts: [] }),
    onMerged: (merge) => void merged.push(merge),
  });
  return { saved, sent, merged };
}

describe('saving a record that was changed meanwhile', () => {
  test('repeats the save on their version when no field conflicts', async () => {
    const { saved, sent, merged } = saveOver({ theirs: [] });
    expect(await saved).toBe('saved');
    expect(sent).toEqual([1, 2]);
    expect(merged).toEqual([]);
  });

  test('is not repeated before the person has seen their changes', async () => {
    const { saved, sent, merged } = saveOver({ theirs: ['name'] });
    await expect(saved).rejects.toBe(stale);
    expect(sent).toEqual([1]);
    expect(merged).toEqual([{ fromTheirs: ['name'], conflicts: [] }]);
  });

  test('fails when their version cannot be read', async () => {
    const { saved, sent, merged } = saveOver({ theirs: [], canRead: false });
    await expect(saved).rejects.toBe(stale);
    expect(sent).toEqual([1]);
    expect(merged).toEqual([]);
  });
});

test('a save that fails for another reason neither reads nor merges', async () => {
  const failure = new ApiError(500, '');
  const never = () => expect.unreachable('nothing is to be merged');
  const saved = saveMerging(1, {
    send: () => Promise.reject(failure),
    readStored: never,
    merge: never,
    onMerged: never,
  });
  await expect(saved).rejects.toBe(failure);
});
