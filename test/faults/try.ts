import { fillDiskWhileWriting } from './disk-full.ts';
import { table } from './figures.ts';
const f = await fillDiskWhileWriting(5); console.log(table([f]), f.faults.slice(0,5));
