// Small line drawings for empty states, in the stroke of the icons. They take the colour of the text around them.

const pen = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Two hills, a fence and the sun coming up. */
export function Hillside() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <circle cx="142" cy="42" r="16" fill="var(--straw)" stroke="none" />
      <path d="M142 14v-6M122 22l-4-5M162 22l4-5M114 42h-7M170 42h7" />
      <path d="M4 92c28-34 58-44 92-22 18-18 62-22 100 18" fill="var(--background)" />
      <path d="M4 92c28-34 58-44 92-22 18-18 62-22 100 18" />
      <path d="M96 70c14 9 24 18 32 26" />
      <path d="M24 112V92M56 112V92M88 112V92M14 98h84M14 106h84" />
      <path d="M150 108c2-4 2-7 1-11M158 108c-1-4 0-8 2-11M176 104c1-3 1-6 0-9M182 104c0-3 1-6 3-8" />
    </svg>
  );
}

/** A fence with a fallen rail and tracks through the gap. */
export function BrokenFence() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M8 100h184" />
      <path d="M28 100V48l6-6 6 6v52M64 100V48l6-6 6 6v52M132 100V48l6-6 6 6v52M168 100V48l6-6 6 6v52" />
      <path d="M8 62h20M40 62h24M76 62h10M8 80h20M40 80h24M76 80h14M128 62h4M144 62h24M180 62h12M124 80h8M144 80h24M180 80h12" />
      <path d="m84 92 36-8" stroke="var(--status-sold)" strokeWidth="4" />
      <path d="M96 108c2-2 4-2 5 0M104 114c2-2 4-2 5 0M112 107c2-2 4-2 5 0" />
    </svg>
  );
}

/** A stethoscope beside an open notebook: nothing written down yet. */
export function Stethoscope() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M84 30c22-8 40-8 52 2 12-10 28-10 48-2v66c-20-8-36-8-48 2-12-10-30-10-52-2Z" fill="var(--background)" />
      <path d="M136 32v66M96 48c10-3 20-3 28 1M96 62c10-3 20-3 28 1M148 49c8-4 16-4 24-2" />
      <path d="M26 20h-8v22c0 14 8 22 18 22s18-8 18-22V20h-8" />
      <path d="M36 64v16c0 16 10 24 22 24s18-8 18-18" stroke="var(--status-sold)" strokeWidth="3" />
      <circle cx="76" cy="80" r="9" fill="var(--straw)" />
      <circle cx="76" cy="80" r="2.5" />
    </svg>
  );
}

/** A mother and her young at her side. */
export function MotherAndYoung() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M8 106h184" />
      <path
        d="M50 106V80c-5-5-7-13-4-20 4-9 13-12 24-12h26c5 0 9-3 12-8l4-7c3-5 9-7 15-5l13 5c3 2 2 7-2 8l-12 3-5 12c-2 8-6 14-12 18v32h-10V82H70v24H60V86"
        fill="var(--background)"
      />
      <path d="M114 30c-2-8-8-13-17-13 3 6 5 10 10 15M121 28c-1-7-5-12-12-15M110 36c-4 0-8 2-10 5 4 2 8 2 11-1" />
      <path d="M138 41c1 3 1 6-1 9M46 60c-4 0-8 2-9 6" />
      <path d="M126 34h.01" strokeWidth="3.5" />
      <path
        d="M142 106V94c-3-3-4-7-2-11 2-5 6-6 12-6h10c3 0 5-2 7-5l2-4c2-3 5-4 8-3l8 3c2 2 1 5-2 5l-6 2-3 7c-1 4-3 8-6 10v14h-6V96h-12v10h-6"
        fill="var(--straw-soft)"
      />
      <path d="M171 68c-3-1-6 0-8 2 2 2 5 2 8 0M172 66l-4-5" />
      <path d="M178 70h.01" strokeWidth="3" />
      <path d="M16 106c1-6 0-10-3-14M22 106c0-6 2-11 6-14M192 106c0-3 1-6 3-8" />
    </svg>
  );
}

/** A price tag on its string, nothing written on it. */
export function PriceTag() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M70 34h74a8 8 0 0 1 8 8v44a8 8 0 0 1-8 8H70L44 70a8 8 0 0 1 0-12Z" fill="var(--straw-soft)" />
      <circle cx="64" cy="64" r="6" fill="var(--background)" />
      <path d="M58 64C34 66 18 56 14 36c-1-8 4-14 10-12 7 3 4 14-4 18" stroke="var(--status-sold)" />
      <path d="M92 56h42M92 72h26" />
      <path d="M164 20l4-8M176 30l9-4M176 102l8 4M164 108l3 7" />
    </svg>
  );
}

/** The sheep of the emoji (U+1F411), drawn: devices without an emoji font would show an empty box. */
export function WoollySheep() {
  return (
    <svg aria-hidden viewBox="-50 -84 124 88">
      <path d="M-26-18v18M-14-16v18M16-16v18M28-18v18" stroke="var(--sheep-face)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M-42-36c-8-12 0-26 13-26 4-11 20-15 29-7 8-9 24-7 29 3 12-2 21 9 17 20 8 9 3 23-9 24-5 9-20 11-28 4-8 8-24 8-31-1-12 3-23-6-20-17Z"
        fill="var(--sheep-wool)"
      />
      <path d="M40-62c10-6 24-1 27 9 3 9 0 19-8 22-8 2-15-5-18-14-2-7-3-13-1-17Z" fill="var(--sheep-face)" />
      <path d="M42-60c-8-2-14 1-17 7 7 3 13 2 18-2Z" fill="var(--sheep-face)" />
      <circle cx="56" cy="-51" r="2.2" fill="var(--sheep-wool)" />
    </svg>
  );
}
