import { buildWeb } from './web.ts';

await buildWeb();
