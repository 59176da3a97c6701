import { read } from '#web/lib/query.ts';

export const membersQuery = read('listMembers', {});
export const peopleQuery = read('listPeople', {});
