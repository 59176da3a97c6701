import { useEffect, useEffectEvent, useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { animalsInView } from '#web/herd/list/animals-in-view.ts';
import { isTyping } from '#web/lib/forms/typing.ts';
import { useRights } from '#web/lib/session/session.ts';
import { useMedia } from '#web/ui/use-media.ts';

const RecordPanel = lazilyPreloaded(async () => (await import('./record-panel.tsx')).RecordPanel);
const KeysSheet = lazilyPreloaded(async () => (await import('#web/components/page/keys-sheet.tsx')).KeysSheet);
const RecordSheet = lazilyPreloaded(async () => (await import('./record-sheet.tsx')).RecordSheet);

/**
 * The key N starts recording, if the person may record: for the listed animals in a panel beside them, elsewhere in a sheet that asks for
 * the animal. `?` lists the keys.
 */
export function Keys() {
  const mayRecord = useRights().has('record');
  const isWide = useMedia('(width >= 1024px)');
  const [opened, setOpened] = useState<{ readonly isOpen: boolean; readonly animalIds: readonly string[] }>();
  const [isHelp, setHelp] = useState<boolean>();
  const close = () => setOpened((last) => last && { ...last, isOpen: false });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const asks = key === '?';
    const records = key.toLowerCase() === 'n' && mayRecord;
    if ((!records && !asks) || ctrlKey || metaKey || altKey || repeat || isTyping(event)) return;
    if (document.querySelector('dialog[open], [role$=dialog]')) return;
    event.preventDefault();
    if (asks) setHelp(true);
    else setOpened({ isOpen: true, animalIds: isWide ? animalsInView() : [] });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <LoadedLater>
      {isHelp !== undefined && <KeysSheet isOpen={isHelp} onClose={() => setHelp(false)} />}
      {opened &&
        (opened.animalIds.length > 0 ? (
          <RecordPanel {...opened} onClose={close} />
        ) : (
          <RecordSheet isOpen={opened.isOpen} onClose={close} />
        ))}
    </LoadedLater>
  );
}
