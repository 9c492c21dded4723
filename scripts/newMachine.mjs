// npm run new:machine NAME SUBJECT: creates a machine with its cases, hand-written table and walk; the generated tests pass.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const machine = (name) => `import { assign, fromPromise, setup } from 'xstate';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';

type Context = { id: string; result: unknown; error: string | null; fallback: string };
type Events = { type: '${name}.start' } | { type: '${name}.retry' };

/** TODO: why it exists (spec N.NN). Normal path: idle → working → done; a failure is retried. Never: TODO. */
export const ${name}Machine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { id: string; fallback: string } },
  actors: { work: fromPromise<unknown, { id: string }>(missing('work')) },
  actions: {
    setResult: assign({ result: (_, params: { result: unknown }) => params.result, error: null }),
    setError: assign({
      error: ({ context }, params: { error: unknown }) => toFailure({ ...params, fallback: context.fallback }).message,
    }),
  },
}).createMachine({
  id: '${name}',
  context: ({ input }) => ({ ...input, result: null, error: null }),
  initial: 'idle',
  states: {
    idle: { description: 'TODO: what the user sees before it starts.', on: { '${name}.start': 'working' } },
    working: {
      description: 'TODO: what the user sees, or what the app waits for.',
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'done', actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) } },
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    done: { description: 'TODO: what the user sees at the end.' },
    failed: { description: 'TODO: what the user sees, and what they can do.', on: { '${name}.retry': 'working' } },
  },
});
`;

const cases = (name, subject) => `import { ${name}Machine } from '../../../src/machines/${subject}/${name}.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const ${name}: MachineCases<typeof ${name}Machine> = {
  machine: ${name}Machine,
  inputs: [{ id: '7', fallback: 'It could not be done.' }],
  cases: {
    '${name}.start': [{}],
    '${name}.retry': [{}],
    'xstate.done.actor.work': [{ output: 'the answer' }],
    'xstate.error.actor.work': [{ error: { status: 503, data: { message: 'Try again later.' } } }],
  },
  project: ({ result, error }) => [result, error],
};
`;

const table = (name) => `/** TODO: written from the specification, not from the machine. */
export const table = \`
${name}.idle --${name}.start[0]--> ${name}.working
${name}.working --xstate.done.actor.work[0]--> ${name}.done / setResult
${name}.working --xstate.error.actor.work[0]--> ${name}.failed / setError
${name}.failed --${name}.retry[0]--> ${name}.working
\`;

export const ignored = \`
working, done, failed: ${name}.start — begun once; TODO why
idle, working, done: ${name}.retry — only what failed offers it
\`;
`;

const walk = (name) => `import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { ${name} } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  { ...${name}, holds: ({ snapshot, rig }) => expect([...rig.jobs.keys()]).toEqual(snapshot.matches('working') ? ['work'] : []) },
  table,
  ignored,
);

describe('${name}', () => {
  it('a failure is told in the sentence of the server, and what is tried again can succeed', async () => {
    const rig = createRig(${name}.machine, { id: '7', fallback: 'It could not be done.' });
    rig.actor.start();
    rig.actor.send({ type: '${name}.start' });
    expect(rig.calls).toEqual([{ id: 'work', input: { id: '7' } }]);
    await rig.reject('work', { status: 503, data: { message: 'Try again later.' } });
    expect(rig.actor.getSnapshot().context.error).toBe('Try again later.');
    rig.actor.send({ type: '${name}.retry' });
    await rig.resolve('work', 'the answer');
    expect(rig.actor.getSnapshot().context).toMatchObject({ result: 'the answer', error: null });
  });
});
`;

const subjects = () => {
  const line = /\*\*Subjects\*\*[^`]*`([^`]+)`/.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))?.[1] ?? '';
  return [...new Set([...line.split(/\s+/), ...readdirSync(join(root, 'src/machines'))])]
    .filter((name) => name && name !== 'support')
    .sort();
};

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const [name = '', subject = ''] = process.argv.slice(2);
if (!/^[a-z][A-Za-z0-9]*$/.test(name)) refuse('npm run new:machine NAME SUBJECT: the name is camelCase, such as bankMatch');
if (!subjects().includes(subject)) refuse(`npm run new:machine NAME SUBJECT: the subject is one of ${subjects().join(', ')}`);

const files = {
  [`src/machines/${subject}/${name}.machine.ts`]: machine(name),
  [`tests/models/${name}/cases.ts`]: cases(name, subject),
  [`tests/models/${name}/table.ts`]: table(name),
  [`tests/models/${name}/walk.test.ts`]: walk(name),
};
const taken = Object.keys(files).filter((file) => existsSync(join(root, file)));
if (taken.length > 0) refuse(`${taken.join(', ')} is there already`);
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(file);
}
console.log(`next: npx vitest run --project models tests/models/${name}; then docs/recipes.md, "A machine"`);
