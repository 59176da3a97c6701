import { ConfigError, readConfig, retiredSettings, type Config } from '#server/config.ts';
import { errorMessage } from '#server/error-message.ts';
import { operatorSentence } from '#server/operator.ts';
import { examineBackups } from './examine-backups.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDataFolder } from './examine-folder.ts';
import { examineBucket, examineMail, examinePayments, examinePublicAddress, examineServer } from './examine-network.ts';
import { bad, good, formatFindings, note, type Finding } from './findings.ts';

type Examination = (config: Config) => Promise<readonly Finding[]>;

const examinations: Readonly<Record<string, Examination>> = {
  'the data folder': examineDataFolder,
  'the database': (config) => examineDatabase(config, new Date()),
  'the backups': (config) => examineBackups(config, new Date()),
  'the server': examineServer,
  'the public address': examinePublicAddress,
  mail: examineMail,
  payments: examinePayments,
  'the bucket': examineBucket,
};

const neededNode = 26;

/** `npm run doctor`. Changes nothing; succeeds if no finding is bad. */
export async function examine(
  environment: Readonly<Record<string, string | undefined>>,
  node = process.versions.node,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const findings = [examineNode(node), ...(await examineInstallation(environment))];
  return { text: formatFindings(findings), isWell: findings.every(({ symbol }) => symbol !== '✗') };
}

const examineNode = (version: string): Finding =>
  Number.parseInt(version, 10) >= neededNode
    ? good(`Node ${version}`)
    : bad(`Node ${version} is too old`, `Start with npm start, which brings Node ${neededNode}, or install that one`);

async function examineInstallation(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => bad(line, 'Correct it in the environment or in .env'));
  }
  const findings: Finding[] = [
    good('the settings can be read'),
    ...retiredSettings(environment).map((sentence) => note(sentence, 'Remove it from the environment or from .env')),
  ];
  for (const [what, look] of Object.entries(examinations)) {
    findings.push(...(await look(config).catch((error: unknown) => [broken(what, error)])));
  }
  return findings;
}

const broken = (what: string, error: unknown): Finding =>
  bad(`${what} could not be examined: ${operatorSentence(error) ?? errorMessage(error)}`, 'See to that first, then ask again');
