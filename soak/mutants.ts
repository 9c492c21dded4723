// npm run soak -- mutants [--seed N] [--count N] [--only NAME]: random single mutants of machines, lifecycles and rules, each tested with
// its file's tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runBatch } from './mutants/batch.ts';
import { equivalents } from './mutants/equivalent.ts';
import { changeText, type Mutant } from './mutants/instrument.ts';
import { machineChanges } from './mutants/machineMutants.ts';
import { ruleChanges } from './mutants/ruleMutants.ts';
import { root, type Target, targets } from './mutants/targets.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '640' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '2' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const print = (text: string) => process.stdout.write(`${text}\n`);

/** A random number between 0 and 1 (Mulberry32). */
const chance = ((state: number) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
})(seed);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const mutantsOf = ({ file, kind }: Target): Mutant[] => {
  const code = readFileSync(join(root, file), 'utf8');
  const changes = kind === 'machine' ? machineChanges(file, code) : ruleChanges(file, code);
  return changes.map((change, index) => ({
    ...change,
    id: index + 1,
    file,
    line: code.slice(0, change.start).split('\n').length,
    from: code.slice(change.start, change.end),
  }));
};

/** At least `least` mutants of every file, or all if it has fewer, then random others up to `count`. */
const choose = (all: readonly Mutant[][], count: number, least: number): Mutant[][] => {
  const mixed = all.map(shuffled);
  const chosen = new Set(mixed.flatMap((mutants) => mutants.slice(0, least)));
  for (const mutant of shuffled(mixed.flatMap((mutants) => mutants.slice(least)))) if (chosen.size < count) chosen.add(mutant);
  return mixed.map((mutants) => mutants.filter((mutant) => chosen.has(mutant)));
};

const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(({ file, change }) => file === mutant.file && change === changeText(mutant));

const runMutants = async (target: Target, mutants: readonly Mutant[]): Promise<Mutant[]> => {
  const verdicts = target.tests.length === 0 ? new Map<number, string>() : await runBatch(target.file, target.tests, mutants, false);
  const alive = mutants.filter(({ id }) => !verdicts.get(id));
  if (alive.length === 0 || target.screens.length === 0) return alive;
  const seen = await runBatch(target.file, target.screens, alive, true);
  return alive.filter(({ id }) => !seen.get(id));
};

const startedAt = Date.now();
const chosenTargets = targets().filter(
  ({ name }) => values.only === undefined || name === values.only || name.startsWith(`${values.only}/`),
);
const all = chosenTargets.map(mutantsOf);
const stale =
  values.only === undefined
    ? equivalents.filter(({ file, change }) => !all.flat().some((mutant) => mutant.file === file && changeText(mutant) === change))
    : [];
const chosen = choose(all, Number(values.count), 10);
const total = chosen.flat().length;
print(`mutants: seed ${seed}, ${total} of ${all.flat().length} in ${chosenTargets.length} files`);

const survivors: Mutant[] = [];
const broken: Mutant[] = [];
// Shuffled, so that random files are skipped if time runs out.
const queue = shuffled(chosenTargets.map((target, index) => ({ target, mutants: chosen[index]! }))).filter(
  ({ mutants }) => mutants.length > 0,
);
const BUDGET_MS = 8.5 * 60_000;
const notRun: Mutant[] = [];
const lane = async (): Promise<void> => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (Date.now() - startedAt > BUDGET_MS) {
      notRun.push(...next.mutants);
      continue;
    }
    const { target, mutants } = next;
    const since = Date.now();
    try {
      const alive = await runMutants(target, mutants);
      survivors.push(...alive);
      print(`${target.name}: ${mutants.length - alive.length} of ${mutants.length} killed, ${Math.round((Date.now() - since) / 1000)} s`);
      for (const item of alive)
        print(`  ${isEquivalent(item) ? 'equivalent' : 'SURVIVED'} ${item.file}:${item.line} ${item.operator}: ${changeText(item)}`);
    } catch (error) {
      // These did not run, so they count neither as killed nor as survived.
      broken.push(...mutants);
      print(`${target.name}: ${String(error)}`);
    }
  }
};
await Promise.all(Array.from({ length: Number(values.lanes) }, lane));

const equal = survivors.filter(isEquivalent).length;
const tried = total - broken.length - notRun.length;
const killed = tried - survivors.length;
for (const { file, change } of stale) print(`listed as equivalent, but no longer there: ${file}: ${change}`);
const share = killed / Math.max(1, tried - equal);
const fails = broken.length > 0 || stale.length > 0 || share < 0.97 || equal > tried * 0.03;
print(
  `mutants: seed ${seed}, ${tried} of ${total} made${notRun.length > 0 ? ' (a sample: the time was up)' : ''}, ${killed} killed, ${survivors.length - equal} survived, ${equal} equivalent: ${(share * 100).toFixed(1)}% killed in ${Math.round((Date.now() - startedAt) / 1000)} s`,
);
process.exit(fails ? 1 : 0);
