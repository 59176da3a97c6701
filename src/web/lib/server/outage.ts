/**
 * `serverFault`: the server answers with an error. `otherAnswer`: something else answers, such as a network that wants people to
 * sign in.
 */
export type OutageCause = 'noSignal' | 'serverFault' | 'otherAnswer';

export interface Outage {
  readonly cause: OutageCause;
  /** In the format of `toISOString`. */
  readonly since: string;
}

interface Words {
  readonly short: string;
  readonly sentence: string;
  readonly until: string;
  readonly advice: string;
}

export const outageWords: Readonly<Record<OutageCause, Words>> = {
  noSignal: {
    short: 'No signal',
    sentence: 'There is no signal',
    until: 'when there is signal again',
    advice: 'Go on working: it is sent when there is signal.',
  },
  serverFault: {
    short: 'Server fault',
    sentence: 'The server has a problem',
    until: 'when the server works again',
    advice: 'Nothing is wrong with what you entered. What is not sent yet is kept here and sent again automatically.',
  },
  otherAnswer: {
    short: 'No answer',
    sentence: 'The network answers in place of the server',
    until: 'when the server answers again',
    advice: 'It may want you to sign in first. Go on working: everything is kept here and sent again automatically.',
  },
};
