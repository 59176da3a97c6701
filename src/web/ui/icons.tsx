import { createLucideIcon } from 'lucide-react';

export const Goat = createLucideIcon('goat', [
  ['path', { d: 'M9.2 8.2C8.6 5.4 6.6 3.4 4 3', key: 'horn-left' }],
  ['path', { d: 'M14.8 8.2c.6-2.8 2.6-4.8 5.2-5.2', key: 'horn-right' }],
  ['path', { d: 'M8.4 9.2C6.4 8.4 4.2 8.8 2.8 10.2c1.6 1.4 3.6 1.8 5.2 1.2', key: 'ear-left' }],
  ['path', { d: 'M15.6 9.2c2-.8 4.2-.4 5.6 1-1.6 1.4-3.6 1.8-5.2 1.2', key: 'ear-right' }],
  [
    'path',
    {
      d: 'M8.4 9.2c1-1.3 2.2-1.7 3.6-1.7s2.6.4 3.6 1.7c.4 3.4-.4 6-1.5 7.6-.5.8-1.2 1.2-2.1 1.2s-1.6-.4-2.1-1.2C8.8 15.2 8 12.6 8.4 9.2Z',
      key: 'face',
    },
  ],
  ['path', { d: 'M11 18.2c0 1.3.3 2.3 1 3.3.7-1 1-2 1-3.3', key: 'beard' }],
  ['path', { d: 'M10.4 11.8v.01', key: 'eye-left' }],
  ['path', { d: 'M13.6 11.8v.01', key: 'eye-right' }],
]);

export const Sheep = createLucideIcon('sheep', [
  [
    'path',
    {
      d: 'M7.3 10.2a2.7 2.7 0 0 1-1.2-5 2.9 2.9 0 0 1 3.2-2.5 3.3 3.3 0 0 1 5.4 0 2.9 2.9 0 0 1 3.2 2.5 2.7 2.7 0 0 1-1.2 5c-1 .5-2.1.1-2.6-.8-1 .9-3.2.9-4.2 0-.5.9-1.6 1.3-2.6.8Z',
      key: 'wool',
    },
  ],
  ['path', { d: 'M7.3 10.2c-2.1-.2-4 .9-4.9 2.9 1.9 1 4 .8 5.4-.5', key: 'ear-left' }],
  ['path', { d: 'M16.7 10.2c2.1-.2 4 .9 4.9 2.9-1.9 1-4 .8-5.4-.5', key: 'ear-right' }],
  ['path', { d: 'M7.3 10.2c-.1 5 1.6 11.3 4.7 11.3s4.8-6.3 4.7-11.3', key: 'face' }],
  ['path', { d: 'M10.3 13.5h.01', key: 'eye-left' }],
  ['path', { d: 'M13.7 13.5h.01', key: 'eye-right' }],
  ['path', { d: 'M10.9 18.2c.7.5 1.5.5 2.2 0', key: 'nose' }],
]);

export const Bell = createLucideIcon('bellwether', [
  ['path', { d: 'M9 7V5.500A2.5 2.5 0 0 1 11.5 3h1A2.5 2.5 0 0 1 15 5.500V7', key: 'strap' }],
  [
    'path',
    {
      d: 'M8.7 7h6.600a1.2 1.2 0 0 1 1.2.9l2.2 8.600a1.2 1.2 0 0 1-1.2 1.500h-11a1.2 1.2 0 0 1-1.2-1.500l2.2-8.600A1.2 1.2 0 0 1 8.7 7Z',
      key: 'body',
    },
  ],
  ['path', { d: 'M10.2 18a1.8 2.6 0 0 0 3.6 0', key: 'clapper' }],
  ['path', { d: 'M9.8 10.5 9 14', key: 'shine' }],
]);
