import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { noticeClassName } from './notices.tsx';
import { followServiceWorker } from './service-worker.ts';

export function NewVersionNotice() {
  const [load, setLoad] = useState<() => void>();
  useEffect(() => followServiceWorker((next) => setLoad(() => next)), []);
  return (
    <output className="block">
      {load && (
        <div className={noticeClassName}>
          <Sparkles aria-hidden />
          <p className="flex-1">A new version is ready. What you typed is kept.</p>
          <Button variant="outline" onClick={load}>
            Reload
          </Button>
        </div>
      )}
    </output>
  );
}
