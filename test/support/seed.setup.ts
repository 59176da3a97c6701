import fc from 'fast-check';
import { isLongRun } from './long-run.ts';

// `npm test` gives the same answer every time; `npm run test:all` tries what was not tried before, and a failure names its seed.
if (!isLongRun) fc.configureGlobal({ seed: 20_261_121 });
