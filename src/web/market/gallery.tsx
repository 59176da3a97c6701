import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Listing } from '#contract/market.ts';
import { smallerUrl } from '#domain/values/pictures.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';

interface GalleryProps {
  readonly listing: Listing;
  readonly images: readonly string[];
}

/** Several photos in a scroller: swiped, or chosen by the arrows and thumbnails. */
export function Gallery({ listing, images }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const name = fullName(listing);
  const show = (index: number) => {
    const photo = strip.current?.children[Math.max(0, Math.min(images.length - 1, index))];
    // CSS makes this smooth unless reduced motion is preferred.
    if (photo instanceof HTMLElement) strip.current?.scrollTo({ left: photo.offsetLeft });
  };
  return (
    <section aria-label={`Photos of ${name}`} className="flex min-w-0 flex-col gap-2">
      <div className="relative">
        <ul
          ref={strip}
          // When focused, the browser scrolls from photo to photo with the arrow keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="One photo at a time"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            // From right to left it is negative.
            setShown(Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth)))
          }
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-xl border [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {images.map((image, index) => (
            <li key={image} className="w-full shrink-0 snap-center snap-always">
              <img
                src={image}
                alt={`${name}, ${index + 1} of ${images.length}`}
                {...(index === 0 ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
                className="aspect-[4/3] w-full bg-secondary object-cover"
              />
            </li>
          ))}
        </ul>
        <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
          <Button
            variant="outline"
            size="icon"
            aria-label="Previous photo"
            disabled={shown === 0}
            onClick={() => show(shown - 1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            variant="outline"
            size="icon"
            aria-label="Next photo"
            disabled={shown === images.length - 1}
            onClick={() => show(shown + 1)}
          >
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
      <output className="sr-only">
        Photo {shown + 1} of {images.length}
      </output>
      <ul aria-label="All photos" className="flex flex-wrap gap-2 print:hidden">
        {images.map((image, index) => (
          <li key={image}>
            <button
              type="button"
              aria-label={`Show photo ${index + 1}`}
              aria-current={index === shown}
              onClick={() => show(index)}
              className={cn(
                'size-14 cursor-pointer overflow-hidden rounded-lg border-2',
                index === shown ? 'border-primary' : 'border-transparent opacity-75 hover:opacity-100',
              )}
            >
              <img src={smallerUrl(image, 'thumb')} alt="" loading="lazy" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
