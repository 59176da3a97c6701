import { pen } from './pen.ts';

export function Stethoscope() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M84 30c22-8 40-8 52 2 12-10 28-10 48-2v66c-20-8-36-8-48 2-12-10-30-10-52-2Z" fill="var(--color-background)" />
      <path d="M136 32v66M96 48c10-3 20-3 28 1M96 62c10-3 20-3 28 1M148 49c8-4 16-4 24-2" />
      <path d="M26 20h-8v22c0 14 8 22 18 22s18-8 18-22V20h-8" />
      <path d="M36 64v16c0 16 10 24 22 24s18-8 18-18" stroke="var(--color-status-sold)" strokeWidth="3" />
      <circle cx="76" cy="80" r="9" fill="var(--color-straw)" />
      <circle cx="76" cy="80" r="2.5" />
    </svg>
  );
}
