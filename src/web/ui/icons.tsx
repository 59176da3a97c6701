import { createLucideIcon } from 'lucide-react';

/** Our own marks, drawn on lucide's grid in its stroke. */
export const Goat = createLucideIcon('goat', [
  ['path', { d: 'M9.2 8.2C8.6 5.4 6.6 3.4 4 3', key: 'horn-left' }],
  ['path', { d: 'M14.8 8.2c.6-2.8 2.6-4.8 5.2-5.2', key: 'horn-right' }],
  ['path', { d: 'M8.4 9.2C6.4 8.4 4.2 8.8 2.8 10.2c1.6 1.4 3.6 1.8 5.2 1.2', key: 'ear-left' }],
  ['path', { d: 'M15.6 9.2c2-.8 4.2-.4 5.6 1-1.6 1.4-3.6 1.8-5.2 1.2', key: 'ear-right' }],
  [
    'path',
    {
      d: 'M8.4 9.2c1-1.3 2.2-1.7 3.6-1.7s2.6.4 3.6 1.7c.4 3.4-.4 6-1.5 7.6-.5.8-1.2 1.2-2.1 1.2s-1.6-.4-2.1-1.200C8.8 15.2 8 12.6 8.4 9.200Z',
      key: 'face',
    },
  ],
  ['path', { d: 'M11 18.200c0 1.3.3 2.3 1 3.3.7-1 1-2 1-3.3', key: 'beard' }],
  ['path', { d: 'M10.4 11.800v.01', key: 'eye-left' }],
  ['path', { d: 'M13.6 11.800v.01', key: 'eye-right' }],
]);

export const Sheep = createLucideIcon('sheep', [
  [
    'path',
    {
      d: 'M7.6 9.800a2.6 2.6 0 0 1-.900-4.500A2.8 2.8 0 0 1 11 3.200a2.9 2.9 0 0 1 4 .9 2.7 2.7 0 0 1 3 3.600c-.2.9-.8 1.7-1.6 2.1',
      key: 'wool',
    },
  ],
  ['path', { d: 'M7.6 10.200c-1.7-.7-3.4-.3-4.6 1 1.3 1.2 2.9 1.6 4.7 1', key: 'ear-left' }],
  ['path', { d: 'M16.4 10.200c1.7-.7 3.4-.3 4.6 1-1.3 1.2-2.9 1.6-4.7 1', key: 'ear-right' }],
  [
    'path',
    {
      d: 'M7.6 9.800c1.2-1.5 2.7-2 4.4-2s3.2.5 4.4 2c.2 4-.6 7-2 9.2-.6.9-1.4 1.5-2.4 1.500s-1.8-.6-2.4-1.500c-1.4-2.2-2.2-5.2-2-9.200Z',
      key: 'face',
    },
  ],
  ['path', { d: 'M10 12.800v.01', key: 'eye-left' }],
  ['path', { d: 'M14 12.800v.01', key: 'eye-right' }],
  ['path', { d: 'm11 17 1 .8 1-.8', key: 'nose' }],
]);

/** A kid or a lamb: the small one on its four legs. */
export const Youngling = createLucideIcon('youngling', [
  ['path', { d: 'M15.5 7.500c-.3-1.7.6-3.1 2.3-3.5.2 1 .1 1.7-.2 2.3 1.7.4 3 1.5 3.9 3-.6 1.2-1.7 1.7-3.2 1.6', key: 'head' }],
  ['path', { d: 'M15.5 7.500c-.5 1.3-1.5 2-3 2H7c-2.2 0-3.5 1.3-3.5 3.200V20', key: 'back' }],
  ['path', { d: 'M18.3 10.900c-.3 1.8-.8 3-1.8 3.900V20', key: 'chest' }],
  ['path', { d: 'M6.5 20v-4.200c2.3.9 4.7.9 7 0V20', key: 'belly' }],
  ['path', { d: 'M3.6 12.3 2.5 10.5', key: 'tail' }],
]);

/** The bell the leader of the flock wears. */
export const Bell = createLucideIcon('bellwether', [
  ['path', { d: 'M8.5 5.500V4.800A2.3 2.3 0 0 1 10.8 2.500h2.400a2.3 2.3 0 0 1 2.3 2.300v.7', key: 'strap' }],
  ['path', { d: 'M7.3 5.500h9.400l1.3 9.300c.1 1 .7 1.7 1.5 2.400H4.500c.8-.7 1.4-1.4 1.5-2.400Z', key: 'body' }],
  ['path', { d: 'M6.5 12.200h11', key: 'band' }],
  ['path', { d: 'M12 17.200v2', key: 'clapper-rod' }],
  ['circle', { cx: '12', cy: '20.3', r: '1.2', key: 'clapper' }],
]);
