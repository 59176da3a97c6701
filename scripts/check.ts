import { runChecks } from './checks.ts';

const { failed } = await runChecks();
if (failed > 0) {
  console.error(`\n${failed} of the checks failed.`);
  process.exit(1);
}
