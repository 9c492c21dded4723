import { expect } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { describeMachine, type MachineCases } from './walk.ts';

/** Decisions 1.06: a failed save keeps the form open with its input, and a stale one is shown next to the newest version. */
const table = `
{id}.open --form.submit[0]--> {id}.saving / setBody
{id}.open --close.ask[0 isDirty]--> stays / askDiscard
{id}.open --close.ask[1]--> {id}.closed
{id}.open --close.confirmed[0]--> {id}.closed
{id}.open.conflicted --newest.take[0]--> {id}.open.editing / forgetError
{id}.open.asking --question.confirm[0 isAsked]--> {id}.saving
{id}.open.asking --question.confirm[1]--> {id}.saving / setBody
{id}.open.asking --question.deny[0]--> {id}.open.editing / forgetQuestion
{id}.saving --xstate.done.actor.saveForm[0]--> {id}.saved / reportSaved
{id}.saving --xstate.error.actor.saveForm[0 isStale]--> {id}.open.conflicted / setNewest
{id}.saving --xstate.error.actor.saveForm[1 hasServerQuestion]--> {id}.open.asking / setQuestion
{id}.saving --xstate.error.actor.saveForm[2]--> {id}.open.failed / setError
`;
const ofQuestion = [
  '{id}.open.asking --question.confirm[0]--> {id}.saving',
  '{id}.open.asking --question.confirm[1]--> {id}.saving',
  '{id}.open.asking --question.deny[0]--> {id}.open.editing',
  '{id}.saving --xstate.error.actor.saveForm[1]--> {id}.open.asking',
];

const ignored = `
open.editing, open.failed: newest.take — there is no newer version beside what was typed
open.editing, open.failed, open.conflicted: question.confirm, question.deny — the server asks nothing
saving: form.submit — one save at a time; its button waits
saving: close.ask, close.confirmed — never closed before the server answered
saving: newest.take, question.confirm, question.deny — the state that offered it is left
saved, closed: form.submit, close.ask, close.confirmed, newest.take, question.confirm, question.deny — the dialog is gone
`;
const ignoredInAsking = 'open.asking: newest.take — the question is not about a newer version';

type MayAsk = Readonly<{ asks: boolean }>;
/** Cases of a form; `asks`: the server may ask a question before it saves. */
export const formCasesOf = <M extends AnyStateMachine>({ asks, ...subject }: MachineCases<M> & MayAsk): MachineCases<M> & MayAsk => {
  const lacking = asks ? [] : ofQuestion.map((line) => line.replaceAll('{id}', subject.machine.id));
  const cases = { 'close.ask': [{ dirty: true }, { dirty: false }], 'close.confirmed': [{}], 'newest.take': [{}], ...subject.cases };
  return { ...subject, asks, cases, unreachable: Object.fromEntries(lacking.map((key) => [key, 'the server asks nothing about it'])) };
};

/** Both oracles for a form: the table above, written once, and the walk of its own cases. */
export const describeForm = <M extends AnyStateMachine>(cases: MachineCases<M> & MayAsk): void =>
  describeMachine(
    {
      ...cases,
      holds: ({ snapshot, rig }) => {
        expect(rig.jobs.has('saveForm')).toBe(snapshot.matches('saving'));
        expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches('open') || snapshot.matches('saving'));
        const names = rig.effects.map(({ name }) => name).filter((name) => name !== 'askDiscard');
        // The form reports one outcome, after a response or at the user's request.
        expect(names).toEqual(snapshot.matches('saved') ? ['reportSaved'] : snapshot.matches('closed') ? ['reportClosed'] : []);
      },
    },
    table.replaceAll('{id}', cases.machine.id),
    ignored + (cases.asks ? ignoredInAsking : ''),
  );
