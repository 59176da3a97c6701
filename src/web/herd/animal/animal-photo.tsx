import { useState } from 'react';
import type { Species } from '#domain/records/animals.ts';
import { isPictureUrl } from '#domain/records/animals.ts';
import { smallerUrl, smallerUrls } from '#domain/values/pictures.ts';
import { usePhotoSource } from '#web/lib/server/waiting-photo.ts';
import { cn } from '#web/ui/cn.ts';
import { SpeciesIcon } from './species-icon.tsx';

interface PhotoProps {
  readonly imageUrl: string | null;
  readonly species: Species;
  readonly className?: string;
  readonly isFirst?: boolean;
}

/** Decorative, because the name is beside it. */
export function AnimalPhoto({ imageUrl, species, className, isFirst = false }: PhotoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const source = usePhotoSource(imageUrl ?? '');
  const frame = cn('shrink-0 overflow-hidden rounded-lg bg-secondary', className);
  if (!isPictureUrl(imageUrl) || imageUrl === brokenUrl || source === '') {
    return (
      <div className={cn(frame, 'grid place-items-center text-muted-foreground/70')}>
        <SpeciesIcon species={species} className="size-1/2" />
      </div>
    );
  }
  return (
    <img
      src={smallerUrl(source, 'card')}
      srcSet={smallerUrls(source)}
      sizes="6rem"
      alt=""
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      onError={() => setBrokenUrl(imageUrl)}
      className={cn(frame, 'object-cover')}
    />
  );
}
