import { readFileSync } from 'node:fs';

/** Ticks of the clock that /proc counts in, per second: 100 on every Linux there is. */
const ticks = 100;

/** What a process has used of the processor so far, in ms, and holds in memory, in MB; from /proc, so on Linux only. */
export function costOf(pid: number): { cpuMs: number; rssMb: number } {
  // The name in brackets may hold spaces; fields 14 and 15 are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000, rssMb: Number(rss) / 1024 };
}
