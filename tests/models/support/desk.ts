import { expect } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { tableLines } from './transitions.ts';
import { describeMachine, type MachineCases } from './walk.ts';

/** The parts of the desk that a subject uses; the others are declared but unreachable. */
type Part = 'form' | 'confirm' | 'newest' | 'again' | 'dismiss' | 'reload';

/** Load, show, take one step at a time, reload; `{id}` is the machine's id. */
const baseTable = `
{id}.loading --xstate.done.actor.load[0]--> {id}.shown / setRead
{id}.loading --xstate.error.actor.load[0]--> {id}.failed / setLoadError
{id}.failed --desk.reload[0]--> {id}.loading / forgetError
{id}.shown --step.submit[1 isStepAllowed]--> {id}.saving / setStep
{id}.saving --xstate.error.actor.save[0 isOutdated]--> {id}.rereading / setError
{id}.saving --xstate.error.actor.save[2]--> {id}.shown / setError
{id}.rereading --xstate.done.actor.load[1]--> {id}.shown / renewRead
{id}.rereading --xstate.error.actor.load[1]--> {id}.shown / setLoadError
`;
const ofParts: Readonly<Record<Part, string>> = {
  form: `
{id}.shown --form.open[0 mayOpen]--> {id}.asking / setForm
{id}.asking --step.submit[0 isStepAllowed]--> {id}.saving / setStep
{id}.asking --form.close[0]--> {id}.shown / forgetForm
{id}.saving --xstate.error.actor.save[1 isAsking]--> {id}.asking / setError
{id}.rereading --xstate.done.actor.load[0 keepsForm]--> {id}.asking / renewRead
{id}.rereading --xstate.error.actor.load[0 isAsking]--> {id}.asking / setLoadError
`,
  confirm: `
{id}.shown --step.submit[0 mayConfirm]--> {id}.confirming / setStep
{id}.confirming --xstate.done.actor.confirm[0 isConfirmed]--> {id}.saving
{id}.confirming --xstate.done.actor.confirm[1]--> {id}.shown / forgetStep
{id}.confirming --xstate.error.actor.confirm[0]--> {id}.shown / setError
`,
  newest: '{id}.saving --xstate.done.actor.save[0 isNewest]--> {id}.shown / reportSaved, setSaved',
  again: '{id}.saving --xstate.done.actor.save[1]--> {id}.loading / reportSaved, setSaved',
  dismiss: '{id}.shown --error.dismiss[0]--> stays / forgetError',
  reload: '{id}.shown --desk.reload[0]--> {id}.loading / forgetError',
};
/** Requires both: a form is open, and the content below it can be reloaded. */
const reloadBelowForm = '{id}.asking --desk.reload[0]--> {id}.rereading / forgetError';

const ignoredAlways = `
loading, saving, rereading: desk.reload, step.submit, form.open, form.close, error.dismiss — one request at a time, and its answer decides
failed: step.submit, form.open, form.close, error.dismiss — there is no content to act on
shown: form.close — no form is open
`;
const ignoredInConfirming = 'confirming: desk.reload, step.submit, form.open, form.close, error.dismiss — the dialog covers the page';
const ignoredInAsking = 'asking: form.open, error.dismiss — one form at a time, and its own message goes with it';

const keyOf = (line: string): string => line.replace(/\[(\d+)[^\]]*\]/, '[$1]').replace(/ \/ .*$/, '');

type Has = Readonly<{ parts: readonly Part[] }>;
/** The cases of a desk, without those of missing parts. */
export const deskCasesOf = <M extends AnyStateMachine>({ parts, ...subject }: MachineCases<M> & Has): MachineCases<M> & Has => {
  const lacking = (Object.keys(ofParts) as Part[]).filter((part) => !parts.includes(part));
  const lines = [
    ...lacking.flatMap((part) => tableLines(ofParts[part])),
    ...(parts.includes('form') && parts.includes('reload') ? [] : [reloadBelowForm]),
  ].map((line) => line.replaceAll('{id}', subject.machine.id));
  const reloads = (snapshot: SnapshotFrom<M>) =>
    parts.includes('reload') || (snapshot as AnyMachineSnapshot).value === 'failed' ? [{}] : [];
  const unused = { 'form.open': [], 'form.close': [], 'xstate.done.actor.confirm': [], 'xstate.error.actor.confirm': [] };
  const cases = { ...unused, 'desk.reload': reloads, 'error.dismiss': parts.includes('dismiss') ? [{}] : [], ...subject.cases };
  return { ...subject, parts, cases, unreachable: Object.fromEntries(lines.map((line) => [keyOf(line), 'the subject has no such part'])) };
};

/** Both oracles for a desk: the table above, written once, and the walk of its own cases. */
export const describeDesk = <M extends AnyStateMachine>(cases: MachineCases<M> & Has): void => {
  const table = [baseTable, ...Object.values(ofParts), reloadBelowForm].join('\n').replaceAll('{id}', cases.machine.id);
  const ignored = [
    ignoredAlways,
    cases.parts.includes('confirm') ? ignoredInConfirming : '',
    cases.parts.includes('form') ? ignoredInAsking : '',
  ].join('\n');
  const job = { loading: 'load', rereading: 'load', confirming: 'confirm', saving: 'save' } as const;
  describeMachine(
    {
      ...cases,
      holds: (seen) => {
        const { snapshot, rig } = seen;
        const running = job[snapshot.value as keyof typeof job];
        expect([...rig.jobs.keys()]).toEqual(running ? [running] : []);
        expect(snapshot.hasTag('busy')).toBe(running !== undefined);
        expect(snapshot.context.step !== null).toBe(snapshot.matches('confirming') || snapshot.matches('saving'));
        if (snapshot.matches('asking')) expect(snapshot.context.form).not.toBeNull();
        cases.holds?.(seen);
      },
    },
    table,
    ignored,
  );
};
