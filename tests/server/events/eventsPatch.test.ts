import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EditableField, type Event, editableFields, invoicedValues, yesNoFields } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { createEventWorld, type EventWorld, JSON_PATCH } from '../support/worlds/events.ts';

let on: EventWorld;
let id: string;
beforeAll(async () => {
  on = await createEventWorld();
});
afterAll(() => on.server.close());
beforeEach(async () => {
  id = await on.add({ starts_at: '2026-11-25T17:00:00Z', sales_person: 'Sam Seller', sales_lead: 'Kim Kind', reviewed: 'No' });
});

const audits = async () =>
  on.server.db.query.selectFrom('audit_log').selectAll().where('entity', '=', 'event').where('entity_id', '=', id).orderBy('id').execute();
const add = (path: string, value: unknown) => ({ op: 'add', path, value });

describe('patching an event', () => {
  it('spec 7.27: sets the field and returns the event with its next version, marked as edited', async () => {
    const answer = await on.set('eve', id, 'reviewed', 'Yes');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id, reviewed: 'Yes', version: 2, can_edit: true, edited: ['reviewed'] });
    expect(await on.stored(id)).toMatchObject({ reviewed: 'Yes', version: 2 });
  });

  it.each(editableFields)('decisions 6.02: accepts %s; null, empty text and blanks clear it', async (field: EditableField) => {
    const value =
      field === 'price' ? '$1,250.50' : yesNoFields.some((yesNoField) => yesNoField === field) ? 'Unknown' : ' Ünï 🎉 <b>x</b> مرحبا ';
    const storedValue = async (to: string | null) => fieldOf((await on.set('eve', id, field, to)).json(), field);
    expect(await storedValue(value)).toBe(value);
    for (const empty of field === 'customer' ? [] : [null, '', '  ']) {
      await on.set('eve', id, field, value);
      expect(await storedValue(empty)).toBeNull();
    }
  });

  it('applies several operations as one change, and the later one on a field wins', async () => {
    const answer = await on.patch('eve', id, [add('/reviewed', 'No'), add('/invoiced', 'Sent'), add('/reviewed', 'Yes')]);
    expect(answer.json()).toMatchObject({ reviewed: 'Yes', invoiced: 'Sent', version: 2 });
    expect((await audits()).map(({ before, after, actor_id, action }) => ({ before, after, actor_id, action }))).toEqual([
      {
        action: 'event.edited',
        actor_id: on.ids.eve,
        before: { reviewed: 'No', invoiced: null },
        after: { reviewed: 'Yes', invoiced: 'Sent' },
      },
    ]);
  });

  it('writes neither version nor audit row for an unchanged value', async () => {
    expect((await on.set('eve', id, 'reviewed', 'No')).json()).toMatchObject({ reviewed: 'No', version: 1, edited: [] });
    expect(await audits()).toEqual([]);
  });

  it('writes audit rows to the chain', async () => {
    for (const value of ['Yes', 'No', 'Unknown']) await on.set('eve', id, 'reviewed', value);
    expect((await auditRepository(on.server.db.query).verifyChain()).broken).toBeNull();
    expect(await audits()).toHaveLength(3);
  });

  it('decisions 6.02: shows the source’s value of an edited field', async () => {
    await on.set('eve', id, 'customer', 'Tempe Public Library');
    expect((await on.set('eve', id, 'contact_email', 'ann@tempe.example')).json()).toMatchObject({
      customer: { name: 'Tempe Public Library' },
      program: { contact: { email: 'ann@tempe.example' } },
      edited: ['contact_email', 'customer'],
      sources: { customer: 'Mesa Public Library', contact_email: null },
    });
  });

  it('decisions 6.02: refuses program fields on an event without a program', async () => {
    const bare = await on.add({ has_program: false });
    const answer = await on.set('eve', bare, 'age', '8-10');
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { age: 'This event has no program yet, so this cannot be set.' }]);
    expect((await on.set('eve', bare, 'state', 'AZ')).statusCode).toBe(200);
  });

  it('clears the edit when the value returns to the source’s', async () => {
    await on.set('eve', id, 'reviewed', 'Yes');
    expect((await on.set('eve', id, 'reviewed', 'No')).json()).toMatchObject({ version: 3, edited: [] });
  });
});

describe('bad input', () => {
  it.each([
    ...[
      '',
      '/',
      '/__proto__',
      '/constructor',
      '/toString',
      '/customer/name',
      '/program/price',
      'reviewed',
      '//reviewed',
      '/reviewed/',
      '/Reviewed',
    ],
    ...['/version', '/id', '/src_id', '/day', '/reviewed~1x', '/0', '/-', '/reviewed%00'],
  ])('decisions 6.02: answers 400 to the path %j and names it', async (path) => {
    const answer = await on.patch('eve', id, [add('/internal_notes', 'x'), add(path, 'Yes')]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'path_unknown', message: expect.stringContaining(`"${path}" is not a path`) });
    expect(await on.stored(id)).toMatchObject({ version: 1, internal_notes: null });
  });

  it.each(['replace', 'remove', 'move', 'copy', 'test', 'ADD', '', '__proto__'])(
    'spec 7.27: answers 400 to the operation %j',
    async (op) => {
      const answer = await on.patch('eve', id, [{ op, path: '/reviewed', value: 'Yes' }]);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'operation_unknown']);
    },
  );

  it.each([1, true, {}, [], { reviewed: 'Yes' }])('answers 400 to a value that is %j', async (value) => {
    const answer = await on.patch('eve', id, [add('/internal_notes', value)]);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'value_invalid']);
  });

  it.each([
    ...yesNoFields.map((field) => [field, 'yes']),
    ['reviewed', 'Maybe'],
    ['price', 'about 400'],
    ['price', '-5'],
    ['price', '1.234'],
    ['customer', ' '],
    ['internal_notes', 'x'.repeat(4001)],
    ['internal_notes', 'Ana\u202egpj'],
  ])('spec 2.48, 9.10: answers 422 to %s as %s, beside the field', async (field, value) => {
    const answer = await on.set('eve', id, field, value);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'form_refused', errors: { [field]: expect.stringMatching(/^\S.*\.$/) } });
  });

  it('spec 9.10: accepts every invoiced value and 4000 characters', async () => {
    for (const value of invoicedValues) expect((await on.set('eve', id, 'invoiced', value)).statusCode).toBe(200);
    expect((await on.set('eve', id, 'internal_notes', '😀'.repeat(2000))).statusCode).toBe(200);
  });

  it('answers 400 to 100 operations and to none, and 413 to 1 MB', async () => {
    expect(
      (
        await on.patch(
          'eve',
          id,
          Array.from({ length: 100 }, () => add('/reviewed', 'Yes')),
        )
      ).json().code,
    ).toBe('patch_too_long');
    expect((await on.patch('eve', id, [])).json().code).toBe('patch_empty');
    expect((await on.set('eve', id, 'internal_notes', 'x'.repeat(1_000_000))).statusCode).toBe(413);
  });

  it.each(['application/json', 'text/plain', 'application/merge-patch+json', ''])('spec 7.27: answers 415 to %j', async (type) => {
    const answer = await on.patch('eve', id, [add('/reviewed', 'Yes')], { 'content-type': type });
    expect([answer.statusCode, answer.json().message]).toEqual([415, `Send the body as ${JSON_PATCH}.`]);
  });

  it('accepts a charset in the content type, which no other call accepts', async () => {
    const more = { 'content-type': `${JSON_PATCH}; charset=utf-8` };
    expect((await on.patch('eve', id, [add('/reviewed', 'Yes')], more)).statusCode).toBe(200);
    const other = await on.server.call('POST', '/api/v1/events/sync', {
      token: on.tokens.eve,
      body: '{}',
      headers: { 'content-type': JSON_PATCH },
    });
    expect(other.statusCode).toBe(415);
  });

  it.each([
    ...['{', '{}', '"x"', 'null', '[null]', '[{}]', '[{"op":"add"}]', '[{"op":"add","path":"/reviewed"}]', '[[]]', ''],
    ...['[{"op":"add","path":"/reviewed","value":"Yes","from":"/x"}]', '[{"op":1,"path":"/reviewed","value":"Yes"}]'],
    ...[
      '[{"op":"add","path":"/internal_notes","value":"a\\u0000b"}]',
      '[{"__proto__":{"op":"add"},"op":"add","path":"/reviewed","value":"Yes"}]',
    ],
  ])('answers 400 to %j with a message', async (body) => {
    const answer = await on.patch('eve', id, body);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().message).toMatch(/\.$/);
  });

  it('answers 404 to an unknown event, and 400 to an If-Match that is not a version', async () => {
    for (const missing of ['999999', '0', '-1', 'abc', '9'.repeat(30)])
      expect((await on.set('eve', missing, 'reviewed', 'Yes')).statusCode).toBe(404);
    for (const version of ['"x"', '""', '"1", "2"', '-1', '1e3'])
      expect((await on.patch('eve', id, [add('/reviewed', 'Yes')], { 'if-match': version })).json().code).toBe('version_invalid');
  });
});

describe('refused values', () => {
  it('use the column names and are keyed by field', async () => {
    const event = await on.add();
    const refused = async (field: string, value: unknown) => (await on.set('eve', event, field, value)).json().errors;
    expect(await refused('sling_shift_time', 'x'.repeat(4001))).toEqual({
      sling_shift_time: 'Sling Shift Time can have at most 4,000 characters.',
    });
    expect(await refused('reviewed', 'Perhaps')).toEqual({ reviewed: expect.stringMatching(/^Reviewed must be one of Yes, No/) });
    expect(await refused('internal_notes', 4)).toEqual({ internal_notes: 'Internal Notes must be a text, or null for nothing.' });
  });
});

describe('concurrent edits', () => {
  const conflict = async (name: string, field: string, value: string, version: number) => {
    const answer = await on.set(name, id, field, value, version);
    expect(answer.statusCode, answer.body).toBe(409);
    return answer.json();
  };

  it('of the same field with another value and an older version are 409 with both values, and write nothing', async () => {
    await on.set('eve', id, 'reviewed', 'Yes', 1);
    const answer = await conflict('sam', 'reviewed', 'Unknown', 1);
    expect(answer).toMatchObject({
      code: 'event_conflict',
      message: expect.stringMatching(/\.$/),
      current: { id, reviewed: 'Yes', version: 2, can_edit: true },
      fields: [{ field: 'reviewed', value: 'Yes', edited_by: 'Eve Vents', edited_at: '2026-11-21T12:00:00.000Z' }],
    });
    expect(await audits()).toHaveLength(1);
    expect((await on.set('sam', id, 'reviewed', 'Unknown', answer.current.version)).json()).toMatchObject({
      reviewed: 'Unknown',
      version: 3,
    });
  });

  it('of the same value or another field do not conflict, and without If-Match the later wins', async () => {
    await on.set('eve', id, 'reviewed', 'Yes', 1);
    expect((await on.set('sam', id, 'reviewed', 'Yes', 1)).json()).toMatchObject({ version: 2 });
    expect((await on.set('sam', id, 'internal_notes', 'mine', 1)).json()).toMatchObject({ version: 3, reviewed: 'Yes' });
    expect((await on.set('sam', id, 'reviewed', 'Unknown')).json()).toMatchObject({ version: 4, reviewed: 'Unknown' });
  });

  it('of several fields write nothing if one conflicts', async () => {
    await on.set('eve', id, 'invoiced', 'Sent', 1);
    const answer = await on.patch('sam', id, [add('/reviewed', 'Yes'), add('/invoiced', 'Received')], { 'if-match': '"1"' });
    expect(answer.json().fields.map(({ field }: { field: string }) => field)).toEqual(['invoiced']);
    expect(await on.stored(id)).toMatchObject({ reviewed: 'No', invoiced: 'Sent' });
  });

  it('keep each field and count every version', async () => {
    const fields = editableFields.filter((field) => !['sales_person', 'sales_lead'].includes(field));
    const valueFor = (field: EditableField) => (field === 'price' ? '450' : 'Unknown');
    const answers = await Promise.all(fields.map((field) => on.set('eve', id, field, valueFor(field), 1)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(fields.map(() => 200));
    const event: Event = (await on.set('eve', id, 'reviewed', 'Unknown')).json();
    expect(event.version).toBe(1 + fields.length);
    expect(fields.map((field) => fieldOf(event, field))).toEqual(fields.map(valueFor));
  });
});
