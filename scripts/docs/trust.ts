import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable, type Pages } from './pages.ts';

/** `shows`: the claim; the figures come from running the command. */
export type Proof = Readonly<{ shows: string; command: readonly string[] }>;
/** A run of a command. */
export type TrustRecord = Readonly<{
  command: string;
  figure: string;
  day: string;
  commit: string;
  minutes: number;
  passed: boolean;
}>;

const soak = (name: string, ...args: string[]): readonly string[] => ['npm', 'run', 'soak', '--', name, ...args];
const test = (...files: string[]): readonly string[] => ['npx', 'vitest', 'run', '--project', 'server (PostgreSQL)', ...files];

/** `npm run trust -- NAME` runs one of these and records its last line. */
export const proofs: Readonly<Record<string, Proof>> = {
  permissions: {
    shows: 'Every call by every role and with every kind of broken token is answered as the table of permissions says',
    command: test('tests/server/http/permissions.test.ts'),
  },
  input: { shows: 'No malformed request brings a 5xx, and every refusal names a field', command: soak('input') },
  races: {
    shows: 'Calls at the same moment do nothing twice and lose nothing',
    command: test(
      ...['connections/connectionRaces', 'imports/importRaces', 'imports/undoRaces', 'session/signInRaces', 'tokens/tokenRaces'].map(
        (name) => `tests/server/${name}.test.ts`,
      ),
    ),
  },
  statements: {
    shows:
      'No changed character of a statement passes its proof; with all hashes made again, no changed amount or net revenue of a line and no doubled line passes its own plan',
    command: soak('statements'),
  },
  clauses: { shows: 'Shares, memos, holds, bonuses and draws add up to the cent over random quarters', command: soak('clauses') },
  trace: { shows: 'Every figure leads to its facts and back, and every sum equals its parts', command: soak('trace') },
  ownPay: { shows: "No sequence of calls raises one's own released pay without a second person", command: soak('ownPay') },
  company: { shows: 'A company lives through its days under faults, and its invariants hold', command: soak('company') },
  planted: {
    shows: 'The simulated company finds one-line faults in the server, each planted alone; `trust/found.json` names the seed and day',
    command: soak('company', '--planted', '--seeds', '20', '--days', '14'),
  },
  pairs: { shows: 'Every two transitions of a machine that its guards let follow each other were taken in a row', command: soak('pairs') },
  lifecycles: { shows: 'Money never waits where nobody may act, in any state of its lifecycles together', command: soak('lifecycles') },
  replay: { shows: 'Every change in the audit log of the demo is a transition of the charts', command: soak('replay') },
  walk: { shows: 'A random walk of the browser as each role breaks none of its properties', command: soak('walk') },
  late: { shows: 'Late facts in any order, in parts and on two servers give the same result', command: soak('late') },
  lens: { shows: 'A past day is shown as that day showed it', command: soak('lens') },
  connections: { shows: 'Stalled connections and heavy calls of one person hold up nobody else', command: soak('connections') },
  instances: { shows: 'Servers that restart in turn under load do nothing twice', command: soak('instances') },
  jobs: { shows: 'Kills in the middle of imports lose nothing and repeat nothing', command: soak('jobs') },
  files: { shows: 'No file stops the server', command: soak('files') },
  stop: { shows: 'A stop cuts no answer', command: soak('stop') },
  upgrade: { shows: 'Every earlier version of the schema migrates without changing a figure', command: soak('upgrade') },
  mutants: { shows: 'Tests notice a wrong machine or rule', command: soak('mutants') },
  failover: { shows: 'No acknowledged write is lost when the database fails over', command: soak('failover') },
};

export const trustFolder = 'docs/generated/trust';

const introduction = `<!-- Written by \`npm run trust\`. Do not edit. -->

# Figures behind our claims

\`npm run trust -- NAME\` runs one command and records the last line that it prints, with the day, the commit and the seed. Nothing here is typed by hand; what was not run is not listed. A figure that missed its goal is listed as missed.
With the same seed and commit, a run does the same again; one that ends by time gets further on a faster machine.
`;

/** A figure names the seed that its run used. */
const seedOf = (figure: string): string => /\bseeds? (\d+(?: to \d+)?)/.exec(figure)?.[1] ?? '—';

/** trust.md, and the records that it is made of. */
export const trustPages = (root: string): Pages => {
  const folder = join(root, trustFolder);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const texts = Object.fromEntries(names.map((name) => [`trust/${name}`, readFileSync(join(folder, name), 'utf8')]));
  const rows = Object.entries(proofs).flatMap(([name, { shows }]): string[][] => {
    const text = texts[`trust/${name}.json`];
    if (text === undefined) return [];
    const { command, figure, day, commit, passed }: TrustRecord = JSON.parse(text);
    return [[shows, passed ? figure : `**missed**: ${figure}`, `\`${command}\``, day, `\`${commit}\``, seedOf(figure)]];
  });
  // found.json: the seeds of `soak -- company --planted`.
  const known = new Set([...Object.keys(proofs), 'found'].map((name) => `trust/${name}.json`));
  const records = Object.fromEntries(Object.entries(texts).filter(([name]) => known.has(name)));
  return {
    ...records,
    'trust.md': `${introduction}\n${markdownTable(['What it shows', 'Figure', 'Command', 'Day', 'Commit', 'Seed'], rows)}\n`,
  };
};
