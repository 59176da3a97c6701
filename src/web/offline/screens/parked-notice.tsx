import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { entriesText } from '#web/lib/text/format.ts';
import { read } from '#web/lib/server/query.ts';
import type { StoredFarm } from '#web/lib/session/stored-farm.ts';
import { storeWaiting, waitingOf } from '#web/lib/server/waiting-count.ts';
import { downloadWaiting } from '#web/lib/server/waiting-file.ts';
import { Button } from '#web/ui/button.tsx';
import { deleteFarmDatabase, openFarmDatabase } from '../copy/database.ts';

const farmsQuery = read('listFarms', {});

/**
 * Entries for a farm that the person has left cannot be sent. They are kept until the person has saved them as a file or deleted
 * them.
 */
export function ParkedNotice({ user }: { user: Pick<CurrentUser, 'id' | 'farmId'> }) {
  const [waiting, setWaiting] = useState(() => waitingOf(user.id).filter(({ farm }) => farm.farmId !== user.farmId));
  const { data: farms } = useQuery({ ...farmsQuery, enabled: waiting.length > 0 });
  if (!farms) return null;
  const parked = waiting.filter(({ farm }) => farms.every(({ id }) => id !== farm.farmId));
  return parked.map(({ farm, count }) => (
    <Parked
      key={farm.farmId}
      farm={farm}
      count={count}
      onDeleted={() => setWaiting(waiting.filter((each) => each.farm !== farm))}
    />
  ));
}

interface ParkedProps {
  readonly farm: StoredFarm;
  readonly count: number;
  readonly onDeleted: () => void;
}

function Parked({ farm, count, onDeleted }: ParkedProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await deleteFarmDatabase(farm);
    storeWaiting(farm, 0);
    onDeleted();
  };
  return (
    <section
      aria-label="Entries of another farm"
      className="flex flex-wrap items-center gap-3 border-b bg-straw-soft px-4 py-2.5 sm:px-6 lg:px-8 print:hidden"
    >
      <Package aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        {entriesText(count)} of a farm that you no longer belong to {count === 1 ? 'was' : 'were'} not sent, and{' '}
        {count === 1 ? 'is' : 'are'} kept on this device.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void save(farm)}>
          Save as a file
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <DangerDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${entriesText(count)}?`}
        description="They are stored only here and cannot be restored. Save them as a file first if the farm may need them."
        cancel="Keep them"
        act="Delete"
        onAct={() => void remove()}
      />
    </section>
  );
}

async function save(farm: StoredFarm): Promise<void> {
  const db = await openFarmDatabase(farm);
  try {
    const operations = await db.getAll('operations');
    downloadWaiting(operations.filter(({ state }) => state !== 'applied'));
  } finally {
    db.close();
  }
}
