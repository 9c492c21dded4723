// npm run soak -- company [--seed N] [--seeds COUNT] [--days D] [--answers] [--planted [--only NAME] [--missing]]: simulates days of a company under
// seeded faults; `--answers` also counts the responses to each act.
import { parseArgs } from 'node:util';
import { createTemplate, removeTemplate, type Template } from './company/place.ts';
import { findPlanted } from './company/planted.ts';
import { BOOKS, type Simulation, simulate } from './company/simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '60' },
    answers: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
    missing: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '2' },
    first: { type: 'string', default: BOOKS },
    focus: { type: 'string', default: '' },
    every: { type: 'string', default: '5' },
  },
});
const [seed, seeds, days, checkEvery] = [values.seed, values.seeds, values.days, values.every].map(Number) as [
  number,
  number,
  number,
  number,
];
if (![seed, seeds, days, checkEvery].every((value) => Number.isInteger(value) && value > 0) || days > 400) {
  console.error(
    'usage: npm run soak -- company [--seed N] [--seeds COUNT] [--days D, at most 400] [--answers] [--planted [--only NAME] [--missing]]',
  );
  process.exit(2);
}

const print = ({ seed: of, days: lived, acts, seconds, fault, digest, answers }: Simulation): void => {
  if (values.answers) for (const [answer, times] of [...answers].sort()) console.log(`${answer}: ${times}`);
  if (fault) {
    console.log(`seed ${of}, ${fault.day}, act ${fault.act}: violated: ${fault.invariant}`);
    for (const line of [...fault.calls, ...fault.facts]) console.log(`  ${line}`);
  }
  const pace = (seconds / Math.max(1, lived)).toFixed(2);
  console.log(
    `company: seed ${of}, ${lived} days, ${acts} acts, ${pace} s a day, audit ${digest.slice(0, 16)}, ${fault ? 'VIOLATED' : 'all hold'}`,
  );
};

const simulateAll = async (template: Template): Promise<boolean> => {
  let isSound = true;
  for (let index = 0; index < seeds; index += 1) {
    const result = await simulate({
      seed: seed + index,
      days,
      template,
      first: values.first,
      checkEvery,
      focus: values.focus.split(',').filter((act) => act !== ''),
      progress: console.log,
    });
    print(result);
    isSound &&= result.fault === null;
  }
  return isSound;
};

const template = await createTemplate(process.env.TEST_DATABASE_URL);
try {
  const isSound = values.planted
    ? await findPlanted({ seed, seeds, days, template, lanes: Number(values.lanes), only: values.only, missing: values.missing })
    : await simulateAll(template);
  process.exitCode = isSound ? 0 : 1;
} finally {
  await removeTemplate(template);
}
process.exit();
