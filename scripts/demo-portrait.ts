import sharp from 'sharp';
import type { Species } from '../src/domain/records/animals.ts';

export interface Portrait {
  readonly species: Species;
  readonly breed: string;
  readonly isYoung: boolean;
  readonly hasHorns: boolean;
  readonly chance: () => number;
}

interface Look {
  readonly face: string;
  readonly shade: string;
  readonly blaze: string | undefined;
  readonly coat: string;
  readonly coatShade: string;
  readonly muzzle: string;
  /** Degrees below the horizontal. */
  readonly earDroop: number;
  readonly earLength: number;
}

/** User units of the SVG. */
const width = 1200;
const height = 900;

/** A JPEG of 800 × 600. The photos of the demo farm are generated so that they are free to distribute. */
export const drawPortrait = (portrait: Portrait): Promise<Buffer> =>
  sharp(Buffer.from(drawingOf(portrait)))
    // The edges fade out where they are blurred.
    .extract({ left: 40, top: 0, width: 800, height: 600 })
    .jpeg({ quality: 88 })
    .toBuffer();

function drawingOf({ species, breed, isYoung, hasHorns, chance }: Portrait): string {
  const between = (low: number, high: number): number => low + (high - low) * chance();
  const look = lookOf(species, breed, chance);
  const tilt = between(-7, 7);
  const scale = isYoung ? between(1.15, 1.25) : between(1.3, 1.42);
  const x = width / 2 + between(-90, 90);
  const y = isYoung ? 440 : 460;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="880" height="660" viewBox="0 0 ${width} ${height}">
  <defs>
    <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="26"/></filter>
    <filter id="near" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
    <filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="16"/></filter>
    <filter id="hair" x="-5%" y="-5%" width="110%" height="110%">
      <feTurbulence type="fractalNoise" baseFrequency="${species === 'sheep' ? '0.05 0.06' : '0.035 0.16'}" numOctaves="4" seed="${Math.floor(chance() * 999)}" result="noise"/>
      <feDisplacementMap in="SourceGraphic" in2="noise" scale="${species === 'sheep' ? 22 : 16}" result="rough"/>
      <feColorMatrix in="noise" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0.9 0.5 0 0 -0.55" result="strands"/>
      <feComposite in="strands" in2="rough" operator="in" result="fur"/>
      <feBlend in="fur" in2="rough" mode="soft-light"/>
    </filter>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${skyOf(chance)}</linearGradient>
    <linearGradient id="coat" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="${look.coat}"/><stop offset="1" stop-color="${look.coatShade}"/></linearGradient>
    <linearGradient id="face" x1="0" y1="0" x2="1" y2="0.35"><stop offset="0" stop-color="${look.face}"/><stop offset="0.6" stop-color="${look.face}"/><stop offset="1" stop-color="${look.shade}"/></linearGradient>
    <linearGradient id="horn" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#b8a489"/><stop offset="1" stop-color="#5f5242"/></linearGradient>
    <radialGradient id="eye" cx="0.5" cy="0.4" r="0.6"><stop offset="0" stop-color="#d9a441"/><stop offset="1" stop-color="#6b4313"/></radialGradient>
  </defs>
  ${pasture(between)}
  <g transform="translate(${x} ${y}) rotate(${tilt}) scale(${scale})">
    ${body(look, species)}
    <g transform="${isYoung ? 'scale(0.94 0.84)' : ''}">
      ${hasHorns ? horns(species, breed) : ''}
      ${ear(look, -1)}${ear(look, 1)}
      ${head(look, species)}
    </g>
  </g>
  ${blades(between)}
</svg>`;
}

function lookOf(species: Species, breed: string, chance: () => number): Look {
  const sire = breed.split(' ')[0] ?? '';
  const pick = <T>(...choices: readonly [T, ...T[]]): T => choices[Math.floor(chance() * choices.length)] ?? choices[0];
  if (species === 'goat' && sire === 'Boer') {
    const [face, shade] = pick(['#8a4526', '#5c2b16'], ['#9a5630', '#6a3419'], ['#6f3820', '#472110']);
    const blaze = chance() < 0.6 ? '#f3ece1' : undefined;
    return { face, shade, blaze, coat: '#f4eee4', coatShade: '#c9bda9', muzzle: '#5a3324', earDroop: 62, earLength: 190 };
  }
  if (species === 'goat') {
    const [face, shade, coat, coatShade] = pick(
      ['#efe6d6', '#c2b49b', '#f2ebde', '#bfb39d'],
      ['#5b4634', '#392a1e', '#6b5540', '#3d2f22'],
      ['#c79c63', '#8f6a3c', '#d3ab74', '#8d6b42'],
      ['#3c3836', '#1f1d1c', '#4a4542', '#242120'],
    );
    return {
      face,
      shade,
      blaze: chance() < 0.3 ? '#f5efe4' : undefined,
      coat,
      coatShade,
      muzzle: '#4a3a33',
      earDroop: 14,
      earLength: 170,
    };
  }
  if (sire === 'Dorper') {
    return {
      face: '#2c2826',
      shade: '#151312',
      blaze: undefined,
      coat: '#f1ebdf',
      coatShade: '#bfb29b',
      muzzle: '#0f0d0c',
      earDroop: 22,
      earLength: 140,
    };
  }
  const [face, shade, coat, coatShade] = pick(
    ['#f3ecdf', '#c8bba4', '#f2eadb', '#b9ab92'],
    ['#b98a58', '#7f5a33', '#c59a69', '#7d5c39'],
    ['#e6d3b5', '#b0976f', '#ead9be', '#a68f6b'],
  );
  return { face, shade, blaze: undefined, coat, coatShade, muzzle: '#6b4d42', earDroop: 18, earLength: 145 };
}

function skyOf(chance: () => number): string {
  const skies = [
    ['#bcd6e8', '#eef2e4'],
    ['#f1d9b4', '#f7ecd2'],
    ['#a9c7dd', '#dfe9e6'],
    ['#d8dcd8', '#eef0e8'],
  ] as const;
  const [top, low] = skies[Math.floor(chance() * skies.length)] ?? skies[0];
  return `<stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${low}"/>`;
}

type Between = (low: number, high: number) => number;

function pasture(between: Between): string {
  const trees = Array.from({ length: 9 }, (_, index) => {
    const green = ['#5f7f4c', '#4d6f45', '#7b9457', '#6a7f3f'][index % 4];
    return `<ellipse cx="${index * 160 - 60 + between(-40, 40)}" cy="${between(330, 390)}" rx="${between(90, 150)}" ry="${between(60, 130)}" fill="${green}"/>`;
  });
  const sun = Array.from({ length: 7 }, () => {
    const size = between(16, 44);
    return `<circle cx="${between(0, width)}" cy="${between(520, 860)}" r="${size}" fill="#f3f6c9" opacity="${between(0.08, 0.2)}"/>`;
  });
  // Extends beyond the edges, which would otherwise be blurred into the sky.
  const beyond = `x="-100" width="${width + 200}"`;
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/>
  <g filter="url(#far)">${trees.join('')}<rect ${beyond} y="400" height="620" fill="#86a355"/><rect ${beyond} y="560" height="460" fill="#6f9145"/></g>
  <g filter="url(#near)">${sun.join('')}</g>`;
}

function blades(between: Between): string {
  const grass = Array.from({ length: 46 }, () => {
    const x = between(-20, width + 20);
    const top = between(720, 850);
    const lean = between(-60, 60);
    const green = between(0, 1) < 0.5 ? '#7fa24a' : '#9bbb5d';
    return `<path d="M${x} 930Q${x + lean / 3} ${(top + 930) / 2} ${x + lean} ${top}Q${x + lean / 3 + 12} ${(top + 930) / 2} ${x + 16} 930Z" fill="${green}" opacity="${between(0.6, 0.95)}"/>`;
  });
  return `<g filter="url(#near)" opacity="0.9">${grass.join('')}</g>`;
}

const body = (look: Look, species: Species): string =>
  species === 'sheep'
    ? `<path filter="url(#hair)" d="M-250 640C-330 330-220 120-60 60L60 60C220 120 330 330 250 640Z" fill="url(#coat)"/>
       <ellipse filter="url(#soft)" cx="110" cy="330" rx="90" ry="220" fill="${look.coatShade}" opacity="0.55"/>`
    : `<path filter="url(#hair)" d="M-290 640C-300 380-190 190-105 60L105 60C190 190 300 380 290 640Z" fill="url(#coat)"/>
       <ellipse filter="url(#soft)" cx="90" cy="330" rx="70" ry="210" fill="${look.coatShade}" opacity="0.6"/>`;

function ear({ face: outer, shade, earDroop, earLength }: Look, side: -1 | 1): string {
  const length = earLength;
  return `<g transform="translate(${side * 112} -118) scale(${side} 1) rotate(${earDroop})">
    <path filter="url(#hair)" d="M-14 -22C${length * 0.4} -62 ${length * 0.85} -44 ${length} 0C${length * 0.85} 40 ${length * 0.35} 46 -14 26Z" fill="${outer}"/>
    <path d="M20 -6C${length * 0.45} -26 ${length * 0.75} -18 ${length * 0.86} 2C${length * 0.7} 18 ${length * 0.4} 20 20 12Z" fill="#c58f80" opacity="0.55"/>
    <path filter="url(#near)" d="M0 18C${length * 0.4} 44 ${length * 0.8} 34 ${length * 0.96} 6" stroke="${shade}" stroke-width="14" fill="none" opacity="0.5"/>
  </g>`;
}

function horns(species: Species, breed: string): string {
  const isWide = species === 'goat' && !breed.startsWith('Boer');
  const path = isWide
    ? 'M-22 -176C-60 -290 -190 -330 -262 -392C-210 -300 -140 -236 -84 -150Z'
    : 'M-18 -178C-34 -300 -92 -356 -168 -330C-116 -306 -92 -240 -86 -152Z';
  const one = `<path d="${path}" fill="url(#horn)"/><path d="${path}" fill="none" stroke="#3f362b" stroke-width="5" stroke-dasharray="3 17" opacity="0.5"/>`;
  return `<g>${one}<g transform="scale(-1 1)">${one}</g></g>`;
}

function head({ blaze, shade, muzzle, face: colour }: Look, species: Species): string {
  const outline =
    species === 'sheep'
      ? 'M0 -206C84 -206 134 -150 132 -84C130 -10 96 60 84 138C76 196 44 226 0 226C-44 226 -76 196 -84 138C-96 60 -130 -10 -132 -84C-134 -150 -84 -206 0 -206Z'
      : 'M0 -214C76 -214 128 -162 130 -98C132 -24 92 60 82 150C76 214 44 248 0 248C-44 248 -76 214 -82 150C-92 60 -132 -24 -130 -98C-128 -162 -76 -214 0 -214Z';
  const blazeShape =
    blaze === undefined
      ? ''
      : `<path filter="url(#hair)" d="M-22 -196C-34 -90 -30 20 -46 120C-40 190 40 190 46 120C30 20 34 -90 22 -196Z" fill="${blaze}"/>`;
  const eye = (side: -1 | 1): string => `<g transform="translate(${side * 88} -62) scale(${side} 1)">
      <ellipse filter="url(#near)" cx="2" cy="2" rx="34" ry="27" fill="${shade}" opacity="0.75"/>
      <path d="M-24 8C-20 -16 12 -24 25 -2C16 20 -14 22 -24 8Z" fill="url(#eye)" stroke="#1d130c" stroke-width="5"/>
      <rect x="-13" y="-5" width="27" height="11" rx="5" fill="#120d08"/>
      <circle cx="-7" cy="-8" r="4" fill="#fff" opacity="0.85"/>
    </g>`;
  return `<path filter="url(#hair)" d="${outline}" fill="url(#face)"/>
    ${blazeShape}
    <ellipse filter="url(#soft)" cx="-34" cy="-60" rx="34" ry="120" fill="#fff" opacity="0.16"/>
    <ellipse filter="url(#soft)" cx="70" cy="40" rx="32" ry="140" fill="${shade}" opacity="0.55"/>
    ${eye(-1)}${eye(1)}
    <ellipse filter="url(#near)" cx="0" cy="176" rx="66" ry="50" fill="${species === 'sheep' ? muzzle : colour}" opacity="0.55"/>
    <path d="M-44 150C-30 138 -14 142 -6 158C-18 172 -36 170 -44 150Z" fill="#1b110d"/>
    <path d="M44 150C30 138 14 142 6 158C18 172 36 170 44 150Z" fill="#1b110d"/>
    <path d="M0 160L0 192M0 192C-16 212 -38 212 -52 202M0 192C16 212 38 212 52 202" fill="none" stroke="${muzzle}" stroke-width="6" stroke-linecap="round"/>
    <path filter="url(#near)" d="M-50 226C-20 244 20 244 50 226" stroke="${shade}" stroke-width="16" fill="none" opacity="0.6"/>`;
}
