import { cn } from '#web/ui/cn.ts';

/** Each of the three states has its own shape, so that colour is not needed. */
export const SavedIcon = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden className={cn('size-4 shrink-0', className)}>
    <circle cx="8" cy="8" r="7" fill="currentColor" />
    <path
      d="m4.8 8.200 2.200 2.200 4.200-4.600"
      className="fill-none stroke-background stroke-[1.8]"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export const NeedsYouIcon = () => (
  <svg viewBox="0 0 16 16" aria-hidden className="size-4 shrink-0">
    <path d="M8 .8 15.200 8 8 15.200.8 8Z" fill="currentColor" />
    <path d="M8 4.800v3.800M8 11h.01" className="fill-none stroke-background stroke-[1.8]" strokeLinecap="round" />
  </svg>
);
