import fc from 'fast-check';
import { seed } from './long-run.ts';

fc.configureGlobal({ seed });
