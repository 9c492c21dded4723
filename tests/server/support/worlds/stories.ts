import { expect } from 'vitest';
import type { Story, StorySubject } from '../../../../contract/entities/story.ts';
import type { Answer } from '../testApp.ts';
import { eventRow } from './events.ts';
import { createInvoiceWorld } from './invoices.ts';

export const shift = {
  user: { first_name: 'Zoe', last_name: 'Lin' },
  status: 'published',
  start_time: '2026-11-12T16:30:00Z',
  end_time: null,
};
const pastEvent = {
  starts_at: '2026-11-12T17:00:00Z',
  activity: 'Robotics',
  shift: JSON.stringify(shift),
  customer_name: 'Flagstaff Library',
};
/** Formats steps as "invoice done: 10234, Sent, 2026-11-10, 1080", with the gap after an exclamation mark. */
export const storyLines = ({ steps }: Story): string[] =>
  steps.map(({ kind, state, items, others, gap }) =>
    [
      `${kind} ${state}: ${items.map(({ title, state: word, day, amount }) => [title, word, day, amount].filter((part) => part !== null).join(', ')).join(' | ')}`,
      ...(others > 0 ? [`+ ${others}`] : []),
      ...(gap ? [`! ${gap.sentence}`] : []),
    ].join(' '),
  );
export const gapOf = (story: Story, kind: string) => story.steps.find((step) => step.kind === kind)?.gap ?? null;

/** Mia manages Sam, Max manages Kim; creates and links deals, events and invoices, and reads their story. */
export const createStoryWorld = async () => {
  const world = await createInvoiceWorld();
  const addEvent = async (overrides: Parameters<typeof eventRow>[0] = {}): Promise<number> =>
    (
      await world.server.db.query
        .insertInto('events')
        .values(eventRow({ ...pastEvent, ...overrides }))
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const link = (ids: Readonly<{ deal_id?: number; event_id?: number; invoice_id?: number }>) =>
    world.server.db.query
      .insertInto('links')
      .values({ deal_id: null, event_id: null, invoice_id: null, created_by: null, recorded_at: '2026-11-01T00:00:00Z', ...ids })
      .execute();
  const wonDeal = async (overrides: object = {}) => {
    const deal = await world.made('ada', overrides);
    const won = await world.call('ada', 'POST', `deals/${deal.id}/win`, { version: deal.version });
    expect(won.statusCode, won.body).toBe(200);
    return Number(deal.id);
  };
  const ask = (name: string, kind: string, id: number | string): Promise<Answer> => world.call(name, 'GET', `story?kind=${kind}&id=${id}`);
  const story = async (name: string, kind: StorySubject, id: number | string): Promise<Story> => world.ok(await ask(name, kind, id));
  const read = async (name: string, kind: StorySubject, id: number | string): Promise<string[]> => storyLines(await story(name, kind, id));

  /** A deal of Sam's with every step: event, shift, invoice 1001, half of it received. */
  const createFullStory = async () => {
    const deal = await wonDeal();
    const invoice = Number((await world.sent({ deal_id: String(deal) })).id);
    const number = (await world.one({ id: String(invoice) })).invoice_number;
    const event = await addEvent({ invoice_id: number, sales_person: 'Sam Seller' });
    await link({ deal_id: deal, event_id: event });
    const [record] = await world.records({ id: String(invoice) });
    return { deal, event, invoice, number, record: record!.id };
  };
  return { world, addEvent, link, wonDeal, ask, story, read, wholeWay: createFullStory };
};
