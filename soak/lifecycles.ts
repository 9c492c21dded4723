// npm run soak -- lifecycles [STATES]: the lifecycles that hold money as one product, explored for companies of several staffs.
import { companies } from './lifecycles/company.ts';
import { explore } from './lifecycles/explore.ts';

const [wanted = 1_000_000] = process.argv.slice(2).map(Number);
const MAX_MINUTES = 9;
/** States of one company. */
const MAX_STATES = 1_000_000;
if (!Number.isInteger(wanted) || wanted < companies.length) {
  console.error('usage: npm run soak -- lifecycles [STATES]');
  process.exit(2);
}
const start = performance.now();
const seconds = (): number => Math.round((performance.now() - start) / 1000);
let [states, transitions, findings] = [0, 0, 0];
for (const [index, company] of companies.entries()) {
  const result = explore(company, MAX_STATES, start + ((index + 1) / companies.length) * MAX_MINUTES * 60_000);
  states += result.states;
  transitions += result.transitions;
  findings += result.findings.size;
  console.log(
    `${company.name}: ${result.states} states, ${result.transitions} transitions, ${result.isWhole ? 'all of them' : 'the nearest to the start'}, ${seconds()} s`,
  );
  for (const [finding, path] of result.findings) console.log(`  ${finding}\n    after ${path.join(', ')}`);
}
console.log(
  `${states} states · ${transitions} transitions · ${findings} findings · ${seconds()} s${states < wanted ? ' · a sample: the time was up' : ''}`,
);
process.exit(findings === 0 && states >= wanted ? 0 : 1);
