import { useQuery } from '@tanstack/react-query';
import { count } from '#web/lib/text/format.ts';
import { Progress } from '#web/ui/progress.tsx';
import { importQuery } from './imports.data.ts';

export function WritingRows({ id, rows }: { id: string; rows: number }) {
  const { data } = useQuery({ ...importQuery(id), refetchInterval: 700 });
  const done = data?.progress?.done ?? 0;
  return (
    <div className="mx-auto flex max-w-md flex-col gap-4 py-16 text-center">
      <output className="title text-lg">{done > 0 ? `${count(done)} of ${count(rows)} rows imported` : 'Preparing'}</output>
      <Progress value={(done / rows) * 100} label="Import" />
      <p className="text-muted-foreground">
        Either all rows are imported or none. You can leave this page; the import continues.
      </p>
    </div>
  );
}
