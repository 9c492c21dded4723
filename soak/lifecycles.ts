// npm run soak -- lifecycles [STATES] [--planted]: explores the combined states of the money lifecycles, for several companies.
import { companies, withoutApprover } from './lifecycles/company.ts';
import { explore } from './lifecycles/explore.ts';

const args = process.argv.slice(2);
const isPlanted = args.includes('--planted');
const [wanted = 1_000_000] = args.filter((arg) => arg !== '--planted').map(Number);
const MAX_MINUTES = 9;
/** The maximum number of states explored for one company. */
const MAX_STATES = 2_000_000;
if (!Number.isInteger(wanted) || wanted < companies.length) {
  console.error('usage: npm run soak -- lifecycles [STATES] [--planted]');
  process.exit(2);
}
const start = performance.now();
const seconds = (): number => Math.round((performance.now() - start) / 1000);
const companiesToExplore = isPlanted ? [withoutApprover] : companies;
const found: string[] = [];
let [states, transitions, rested] = [0, 0, 0];
for (const [index, company] of companiesToExplore.entries()) {
  const result = explore(company, MAX_STATES, start + ((index + 1) / companiesToExplore.length) * MAX_MINUTES * 60_000);
  states += result.states;
  transitions += result.transitions;
  rested += result.isWhole ? 1 : 0;
  found.push(...result.findings.keys());
  const extent = result.isWhole ? 'all of them, rest checked' : 'the nearest to the start, rest not checked';
  console.log(`${company.name}: ${result.states} states, ${result.transitions} transitions, ${extent}, ${seconds()} s`);
  for (const [finding, path] of result.findings) console.log(`  ${finding}\n    after ${path.join(', ')}`);
}
const figures = `${states} states · ${transitions} transitions · rest checked in ${rested} of ${companiesToExplore.length} companies · ${found.length} findings · ${seconds()} s`;
if (isPlanted) {
  const expected = ['nobody may bring forward: payout, pending', 'nobody may bring forward: payout run, proposed', 'never comes to rest'];
  const missed = expected.filter((finding) => !found.some((one) => one.startsWith(finding)));
  console.log(`planted: ${figures} · ${missed.length === 0 ? 'found' : `missed: ${missed.join('; ')}`}`);
  process.exit(missed.length === 0 ? 0 : 1);
}
console.log(`lifecycles: ${figures}${states < wanted ? ' · a sample: the time was up' : ''}`);
process.exit(found.length === 0 && states >= wanted ? 0 : 1);
