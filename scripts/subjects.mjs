// Commit subjects read "area: imperative verb …" in at most 72 characters. Checked since the last tag, or on a branch since it left main.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const MAX_LENGTH = 72;
/** The number of commits checked on main if there is no tag. */
const RECENT_COMMITS = 50;
/** Areas without a folder in `subjectFolders`. */
const otherAreas = [
  ...['api', 'app', 'bench', 'build', 'ci', 'cli', 'connectors', 'contract', 'db', 'demo', 'deploy', 'docs', 'documents', 'domain'],
  ...[
    'engine',
    'http',
    'lifecycles',
    'machines',
    'mail',
    'operations',
    'rules',
    'screens',
    'server',
    'services',
    'soak',
    'start',
    'tests',
    'ui',
  ],
];
/** Imperatives whose endings look like other verb forms. */
const misleadingEndings = /^(?:embed|need|feed|seed|speed|bring|string|\w*ss|focus)$/;

const subjectFolders = ['server/domain', 'src/machines', 'server/db/repositories'].flatMap((folder) => readdirSync(join(root, folder)));
const areas = new Set([...subjectFolders, ...otherAreas]);

/** @returns the reason why a subject is refused, or null */
export const subjectFault = (subject) => {
  const [, area, verb] = /^([a-zA-Z]+): ([a-z]+)(?: |$)/.exec(subject) ?? [];
  if (!area) return 'is not "area: imperative verb …"';
  if (!areas.has(area)) return `names the area "${area}", which is no subject of ARCHITECTURE.md`;
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters of ${MAX_LENGTH}`;
  if (/(?:ed|ing|s)$/.test(verb) && !misleadingEndings.test(verb)) return `does not begin with an imperative: "${verb}"`;
  return null;
};

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '';
const firstLine = (...args) => git(...args).split('\n')[0] ?? '';

const checkedCommits = () => {
  const base = firstLine('describe', '--tags', '--abbrev=0') || firstLine('merge-base', 'HEAD', 'origin/main');
  const range = base && base !== firstLine('rev-parse', 'HEAD') ? [`${base}..HEAD`] : [`-${RECENT_COMMITS}`];
  return git('log', '--no-merges', '--format=%h %s', ...range)
    .split('\n')
    .filter(Boolean);
};

/** Ends the process with 1 and a line for each refused subject. */
const checkSubjects = () => {
  const commits = checkedCommits();
  const faults = commits.flatMap((line) => {
    const fault = subjectFault(line.slice(line.indexOf(' ') + 1));
    return fault === null ? [] : [`${line}\n  ${fault}`];
  });
  for (const fault of faults) console.error(fault);
  console.log(`subjects: ${commits.length} commits, ${faults.length} refused`);
  if (faults.length > 0) process.exit(1);
};

if (process.argv[1] === import.meta.filename) checkSubjects();
