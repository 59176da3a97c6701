import type { ReactNode } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';

const SupportLine = lazily(async () => (await import('#web/components/support-line.tsx')).SupportLine);

export function ErrorScreen({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 py-14 text-center">
      <div aria-hidden className="text-muted-foreground [&>svg]:h-36">
        <BrokenFence />
      </div>
      <h1 className="title text-2xl sm:text-3xl">{title}</h1>
      <p className="max-w-prose text-muted-foreground">{children}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2.5">{actions}</div>
      <LoadedLater>
        <SupportLine />
      </LoadedLater>
    </div>
  );
}
