/** Replaces the emoji U+1F411, because devices without an emoji font would show an empty box. */
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
