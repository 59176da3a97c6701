import { cn } from '#web/ui/cn.ts';

const day =
  '[--sky:oklch(0.945_0.05_97)] [--sun:oklch(0.872_0.132_88)] [--glow:oklch(0.915_0.085_93)] [--far:oklch(0.8_0.065_135)] [--middle:oklch(0.64_0.09_141)] [--near:oklch(0.46_0.095_147)] [--grass:oklch(0.38_0.08_149)] [--wool:oklch(0.975_0.015_92)] [--face:oklch(0.3_0.02_90)] [--coat:oklch(0.42_0.06_60)]';
const night =
  'dark:[--sky:oklch(0.235_0.018_75)] dark:[--sun:oklch(0.86_0.07_92)] dark:[--glow:oklch(0.285_0.028_80)] dark:[--far:oklch(0.32_0.028_120)] dark:[--middle:oklch(0.275_0.032_138)] dark:[--near:oklch(0.235_0.032_148)] dark:[--grass:oklch(0.2_0.025_150)] dark:[--wool:oklch(0.83_0.02_90)] dark:[--face:oklch(0.17_0.015_80)] dark:[--coat:oklch(0.5_0.055_62)]';

export function Landscape({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" className={cn(day, night, className)}>
      <rect width="800" height="900" fill="var(--sky)" />
      <circle cx="590" cy="520" r="150" fill="var(--glow)" />
      <circle cx="590" cy="520" r="84" fill="var(--sun)" />
      <path d="M0 610c110-70 230-96 350-54 96 34 176 32 262-6 66-30 126-34 188-14v364H0Z" fill="var(--far)" />
      <path d="M0 700c92-40 196-40 300 4 130 54 220 20 320-30 68-34 124-34 180-18v244H0Z" fill="var(--middle)" />
      <path d="M0 900V772c120-48 250-62 392-34 150 30 280 34 408-8v170Z" fill="var(--near)" />
      <Animals />
      <path d="M0 900v-58c140-34 300-40 440-18 130 20 250 22 360 0v76Z" fill="var(--grass)" />
      <Fence />
    </svg>
  );
}

function Animals() {
  return (
    <>
      <Goat x={640} y={664} size={0.62} />
      <SheepWalking x={176} y={752} size={0.78} />
      <SheepWalking x={296} y={742} size={0.9} />
      <SheepWalking x={110} y={775} size={0.5} />
      <SheepWalking x={430} y={752} size={1} belled />
    </>
  );
}

function SheepWalking({ x, y, size, belled = false }: { x: number; y: number; size: number; belled?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-26-18v18M-14-16v18M16-16v18M28-18v18" stroke="var(--face)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M-42-36c-8-12 0-26 13-26 4-11 20-15 29-7 8-9 24-7 29 3 12-2 21 9 17 20 8 9 3 23-9 24-5 9-20 11-28 4-8 8-24 8-31-1-12 3-23-6-20-17Z"
        fill="var(--wool)"
      />
      <path d="M40-62c10-6 24-1 27 9 3 9 0 19-8 22-8 2-15-5-18-14-2-7-3-13-1-17Z" fill="var(--face)" />
      <path d="M42-60c-8-2-14 1-17 7 7 3 13 2 18-2Z" fill="var(--face)" />
      <circle cx="56" cy="-51" r="2.2" fill="var(--wool)" />
      {belled && (
        <>
          <path d="M38-42c6 5 12 6 18 4" fill="none" stroke="var(--coat)" strokeWidth="5" strokeLinecap="round" />
          <path d="M40-36h14l3 16H37Z" fill="var(--sun)" />
          <circle cx="47" cy="-17" r="3.5" fill="var(--coat)" />
        </>
      )}
    </g>
  );
}

function Goat({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} fill="var(--coat)">
      <path d="M-34-24l-4 26M-22-22l2 24M18-22l-2 24M28-26l4 28" stroke="var(--coat)" strokeWidth="7" strokeLinecap="round" />
      <path d="M-44-52c-4-6-8-8-12-14 7-1 13 2 17 6 18-6 40-4 56-2 8-6 10-16 14-24 3-7 9-11 16-10l14 14c2 4-1 8-6 8l-10 1c-2 10-4 22-8 32-5 12-14 20-26 20h-38c-12 0-21-12-17-31Z" />
      <path d="M36-94c-4-14-14-22-28-24 4 8 10 16 20 26ZM44-96c0-13-7-23-19-28 2 10 6 19 12 28Z" />
      <path d="M33-88c-8-1-14 3-16 9 8 2 14 0 18-4Z" />
      <path d="M54-72c1 6 0 11-3 16-3-5-4-10-3-15Z" />
    </g>
  );
}

function Fence() {
  const posts = [24, 112, 200, 288];
  return (
    <g stroke="var(--coat)" strokeWidth="9" strokeLinecap="round">
      {posts.map((x) => (
        <path key={x} d={`M${x} ${886 - x / 16}v-64`} />
      ))}
      <path d="M0 842l312-22M0 866l312-22" strokeWidth="7" />
    </g>
  );
}
