import { read } from '#web/lib/server/query.ts';

export const membersQuery = read('listMembers', {});
export const peopleQuery = read('listPeople', {});
