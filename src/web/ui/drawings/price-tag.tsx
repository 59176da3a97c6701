import { pen } from './pen.ts';

export function PriceTag() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M70 34h74a8 8 0 0 1 8 8v44a8 8 0 0 1-8 8H70L44 70a8 8 0 0 1 0-12Z" fill="var(--color-straw-soft)" />
      <circle cx="64" cy="64" r="6" fill="var(--color-background)" />
      <path d="M58 64C34 66 18 56 14 36c-1-8 4-14 10-12 7 3 4 14-4 18" stroke="var(--color-status-sold)" />
      <path d="M92 56h42M92 72h26" />
      <path d="M164 20l4-8M176 30l9-4M176 102l8 4M164 108l3 7" />
    </svg>
  );
}
