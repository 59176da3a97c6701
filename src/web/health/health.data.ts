import { read } from '#web/lib/server/query.ts';

export const healthRecordsQuery = read('listHealthRecords', { query: {} });
