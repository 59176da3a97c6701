import { parentPort, workerData } from 'node:worker_threads';
import { inspect, type InspectionRequest } from './inspect-database.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(inspect(workerData as InspectionRequest));
