import { useEffect, useState } from 'react';
import { frameOf, type Outline, type Size } from '#domain/records/outlines.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';

/** The farm's plan without the places: its picture, and what is shown of it. */
export function usePlan(outlines: readonly Outline[]) {
  const picture = useCurrentUser().data?.planPicture ?? null;
  const [loaded, setLoaded] = useState<{ readonly picture: string; readonly size: Size | null }>();
  useEffect(() => {
    if (picture === null) return undefined;
    let isCurrent = true;
    const image = new Image();
    image.addEventListener('load', () => {
      if (isCurrent) setLoaded({ picture, size: { width: image.naturalWidth, height: image.naturalHeight } });
    });
    image.addEventListener('error', () => {
      if (isCurrent) setLoaded({ picture, size: null });
    });
    image.src = picture;
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  const size = loaded?.picture === picture ? loaded.size : undefined;
  return {
    picture,
    pictureSize: size ?? undefined,
    /** The picture could not be loaded, such as without signal where it was not seen before. */
    isPictureMissing: picture !== null && size === null,
    /** Until then the proportions of the plan are unknown. */
    isLoading: picture !== null && size === undefined,
    frame: frameOf(size ?? undefined, outlines),
  };
}

export type Plan = ReturnType<typeof usePlan>;
