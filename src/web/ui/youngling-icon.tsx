import { createLucideIcon } from 'lucide-react';

export const Youngling = createLucideIcon('youngling', [
  ['path', { d: 'M15.5 7.5c-.3-1.7.6-3.1 2.3-3.5.2 1 .1 1.7-.2 2.3 1.7.4 3 1.5 3.9 3-.6 1.2-1.7 1.7-3.2 1.6', key: 'head' }],
  ['path', { d: 'M15.5 7.5c-.5 1.3-1.5 2-3 2H7c-2.2 0-3.5 1.3-3.5 3.2V20', key: 'back' }],
  ['path', { d: 'M18.3 10.9c-.3 1.8-.8 3-1.8 3.9V20', key: 'chest' }],
  ['path', { d: 'M6.5 20v-4.2c2.3.9 4.7.9 7 0V20', key: 'belly' }],
  ['path', { d: 'M3.6 12.3 2.5 10.5', key: 'tail' }],
]);
