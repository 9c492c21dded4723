import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportTypes } from '../../../contract/entities/report.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createMixedWorld, type Requester, roles, type Thing } from '../support/worlds/mixed.ts';

let world: Awaited<ReturnType<typeof createMixedWorld>>;
/** Whether each requester may read each item. */
const readable = new Map<string, boolean>();
const keyOf = ({ name }: Thing, asker: Requester): string => `${name} by ${asker}`;

beforeAll(async () => {
  world = await createMixedWorld();
  for (const thing of world.things)
    for (const asker of roles) {
      const answers = await Promise.all(thing.own.map((path) => world.call(asker, 'GET', path)));
      readable.set(keyOf(thing, asker), thing.payee === asker || answers.some(({ statusCode }) => statusCode === 200));
    }
}, 240_000);
afterAll(() => world.server.close());

type Shown = Readonly<{ path: string; status: number; text: string }>;
const ask = async (asker: Requester, path: string, part: (body: Record<string, unknown>) => unknown = (body) => body): Promise<Shown> => {
  const answer = await world.call(asker, 'GET', path);
  return { path, status: answer.statusCode, text: answer.statusCode === 200 ? JSON.stringify(part(answer.json())) : '' };
};
/** Sequentially: concurrent requests of one person would be answered 429, which shows nothing. */
const all = async (asker: Requester, paths: readonly string[], part?: (body: Record<string, unknown>) => unknown): Promise<Shown[]> => {
  const answers: Shown[] = [];
  for (const path of paths) answers.push(await ask(asker, path, part));
  return answers;
};

const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
/** Requests a file, writes it, and reads it; a refused request shows nothing. */
const readWrittenFile = async (asker: Requester, path: string, file: string, body: object): Promise<Shown> => {
  const requested = await world.call(asker, 'POST', path, { ...NOVEMBER, ...body });
  if (requested.statusCode !== 202) return { path: `POST ${path}`, status: requested.statusCode, text: '' };
  const worker = instanceWorker(
    world.server.db,
    (error) => {
      throw error;
    },
    world.server.clock,
  );
  await worker.drain();
  const answer = await world.call(asker, 'GET', `${path}/${requested.json().id}/${file}`);
  return { path: `${path} ${JSON.stringify(body)}`, status: answer.statusCode, text: answer.body };
};
const allWritten = async (asker: Requester, path: string, file: string, bodies: readonly object[]): Promise<Shown[]> => {
  const answers: Shown[] = [];
  for (const body of bodies) answers.push(await readWrittenFile(asker, path, file, body));
  return answers;
};

/** Responses repeat the query, so only the results count. */
const views: Readonly<Record<string, (asker: Requester) => Promise<Shown[]>>> = {
  wake: (asker) =>
    all(
      asker,
      world.wakes.map((path) => `wake/${path}`),
    ),
  story: (asker) =>
    all(
      asker,
      world.stories.map((query) => `story?kind=${query}`),
    ),
  'why-not': (asker) =>
    all(
      asker,
      world.questions.map((q) => `why-not?q=${encodeURIComponent(q)}&start_date=2026-10-01&end_date=2026-10-31`),
      ({ data }) => data,
    ),
  search: (asker) =>
    all(
      asker,
      world.questions.map((q) => `search?q=${encodeURIComponent(q)}`),
      ({ data }) => data,
    ),
  'time line of an event': (asker) =>
    all(
      asker,
      world.events.map((id) => `events/${id}/timeline`),
    ),
  'links of a deal': (asker) =>
    all(
      asker,
      world.deals.map((id) => `deals/${id}/links`),
    ),
  'choices for a deal': (asker) =>
    all(
      asker,
      world.questions.map((q) => `deals/choices?kind=invoice&q=${encodeURIComponent(q)}`),
    ),
  approvals: (asker) => all(asker, ['approvals?limit=50']),
  notices: (asker) => all(asker, ['notifications?limit=50']),
  changes: (asker) => all(asker, ['changes']),
  'latest changes of amounts': (asker) =>
    all(asker, [
      'commissions/changes?start_date=2026-11-01&end_date=2026-11-30',
      'activity',
      ...world.deals.map((id) => `deals/${id}/moves`),
    ]),
  statements: (asker) =>
    allWritten(
      asker,
      'commission-statements',
      'file',
      [world.ids.sam, world.ids.kim].flatMap((id) => ['CSV', 'HTML'].map((format) => ({ user_id: String(id), format }))),
    ),
  reports: (asker) =>
    allWritten(
      asker,
      'reports',
      'download',
      reportTypes.map((type) => ({ type, format: 'CSV' })),
    ),
  'own data': (asker) => all(asker, ['users/me/export']),
};

const shows = ({ text }: Shown, { marks }: Thing): boolean => marks.some((mark) => text.includes(mark));
/** Items that a view shows although their own GET refuses them to the same person. */
const leaksIn = (shown: readonly Shown[], mayRead: (thing: Thing) => boolean): string[] =>
  shown.flatMap((item) =>
    world.things.filter((thing) => shows(item, thing) && !mayRead(thing)).map(({ name }) => `${item.path} shows ${name}`),
  );

describe('a combined view shows of each item what its own GET returns (decisions 3.08)', () => {
  describe.each(Object.keys(views))('%s', (view) => {
    it.each(roles)('for %s', async (asker) => {
      const shown = await views[view]!(asker);
      expect(shown.filter(({ status }) => status === 429 || status >= 500)).toEqual([]);
      expect(leaksIn(shown, (thing) => readable.get(keyOf(thing, asker)) === true)).toEqual([]);
    });
  });

  it('includes a comparison: an admin sees every item somewhere, and an unreadable one is a leak', async () => {
    const shown: Shown[] = [];
    for (const [name, view] of Object.entries(views)) {
      const result = await view('ada');
      expect(
        result.some(({ text }) => text !== ''),
        name,
      ).toBe(true);
      shown.push(...result);
    }
    expect(world.things.filter((thing) => !shown.some((item) => shows(item, thing))).map(({ name }) => name)).toEqual([]);
    const [first] = world.things;
    expect(leaksIn(shown, (thing) => thing !== first)).not.toEqual([]);
  });

  const opened = ['invoice', 'payment', 'adjustment', 'payout'];
  it.each(roles)('every link in Why leads to what %s may open', async (asker) => {
    const records = await world.server.db.query.selectFrom('commission_records').select('id').execute();
    for (const { id } of records) {
      const answer = await world.call(asker, 'GET', `commissions/${id}/explain`);
      if (answer.statusCode !== 200) continue;
      for (const { ref } of answer.json().rows)
        if (ref && opened.includes(ref.kind))
          expect((await world.call(asker, 'GET', `wake/${ref.kind}/${ref.id}`)).statusCode, `${ref.kind} ${ref.id}`).toBe(200);
    }
  });
});
