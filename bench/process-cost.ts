import { readFileSync } from 'node:fs';

/** 100 on every Linux. */
const ticksPerSecond = 100;

/** Milliseconds and megabytes from /proc, so on Linux only. */
export function readProcessUsage(pid: number): { cpuMs: number; rssMb: number } {
  // The name in brackets may contain spaces; fields 14 and 15 are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000, rssMb: Number(rss) / 1024 };
}
