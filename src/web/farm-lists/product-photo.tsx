import { useState } from 'react';
import { smallerUrl } from '#domain/pictures.ts';
import { usePhotoSource } from '#web/lib/waiting-photo.ts';

/** A small picture that is enlarged when it is pressed, so that the label can be read. */
export function ProductPhoto({ name, url }: { name: string; url: string }) {
  const [isLarge, setLarge] = useState(false);
  const source = usePhotoSource(url);
  if (source === '') return null;
  return (
    <button
      type="button"
      aria-label={`Photo of ${name}`}
      aria-expanded={isLarge}
      onClick={() => setLarge(!isLarge)}
      className="mt-2 block rounded-lg"
    >
      <img
        src={isLarge ? source : smallerUrl(source, 'card')}
        alt=""
        loading="lazy"
        className={isLarge ? 'max-h-[75svh] rounded-lg border' : 'size-20 rounded-lg border object-cover'}
      />
    </button>
  );
}
