import { pen } from './pen.ts';

export function MotherAndYoung() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M8 106h184" />
      <path
        d="M50 106V80c-5-5-7-13-4-20 4-9 13-12 24-12h26c5 0 9-3 12-8l4-7c3-5 9-7 15-5l13 5c3 2 2 7-2 8l-12 3-5 12c-2 8-6 14-12 18v32h-10V82H70v24H60V86"
        fill="var(--color-background)"
      />
      <path d="M114 30c-2-8-8-13-17-13 3 6 5 10 10 15M121 28c-1-7-5-12-12-15M110 36c-4 0-8 2-10 5 4 2 8 2 11-1" />
      <path d="M138 41c1 3 1 6-1 9M46 60c-4 0-8 2-9 6" />
      <path d="M126 34h.01" strokeWidth="3.5" />
      <path
        d="M142 106V94c-3-3-4-7-2-11 2-5 6-6 12-6h10c3 0 5-2 7-5l2-4c2-3 5-4 8-3l8 3c2 2 1 5-2 5l-6 2-3 7c-1 4-3 8-6 10v14h-6V96h-12v10h-6"
        fill="var(--color-straw-soft)"
      />
      <path d="M171 68c-3-1-6 0-8 2 2 2 5 2 8 0M172 66l-4-5" />
      <path d="M178 70h.01" strokeWidth="3" />
      <path d="M16 106c1-6 0-10-3-14M22 106c0-6 2-11 6-14M192 106c0-3 1-6 3-8" />
    </svg>
  );
}
