import { useEffect, useState } from 'react';
import { localCopy } from './local-copy.ts';

const prefix = 'waiting-photo:';

/** The address of a photo that is stored in this browser until it is sent. */
export const waitingPhotoUrl = (id: string): string => `${prefix}${id}.webp`;

/** undefined for the address of a photo that the server has. */
export const waitingPhotoId = (url: unknown): string | undefined =>
  typeof url === 'string' && url.startsWith(prefix) ? url.slice(prefix.length, -'.webp'.length) : undefined;

/** The source for an image element; empty while a waiting photo is being read. */
export function usePhotoSource(url: string): string {
  const id = waitingPhotoId(url);
  const [source, setSource] = useState('');
  useEffect(() => {
    if (id === undefined) return undefined;
    let shown = '';
    let isOver = false;
    void localCopy()
      ?.readPhoto(id)
      .then((photo) => {
        if (!photo || isOver) return;
        shown = URL.createObjectURL(photo);
        setSource(shown);
      });
    return () => {
      isOver = true;
      URL.revokeObjectURL(shown);
    };
  }, [id]);
  return id === undefined ? url : source;
}
