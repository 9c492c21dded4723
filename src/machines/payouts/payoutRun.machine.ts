import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** A step of the run or of one person's payment in it. */
export type PayoutRunAction =
  | Readonly<{ kind: 'approve' | 'cancel' | 'complete' }>
  | Readonly<{ kind: 'close'; reason: string }>
  | Readonly<{ kind: 'change'; userId: string; amount: string; reason: string }>
  | Readonly<{ kind: 'person'; userId: string; step: 'complete' | 'retry' | 'fail' | 'reverse'; reason: string }>;
/** A form about one person: a different amount, or the reason for a failure or reversal. */
type PersonQuestion = Readonly<{ userId: string; about: 'change' | 'fail' | 'reverse' }>;
/** `close`: the reason for completing the run without its failed payments. */
export type RunQuestion = PersonQuestion | Readonly<{ about: 'close' }>;

const t = messages.payoutRuns;
const findPerson = (run: PayoutRun, userId: string) => run.data.find((person) => person.user_id === userId);

/** True if the server offers the step now. */
const isOffered = (run: PayoutRun, step: PayoutRunAction): boolean =>
  step.kind === 'person' ? (findPerson(run, step.userId)?.actions.includes(step.step) ?? false) : run.actions.includes(step.kind);
const canConfirm = (run: PayoutRun, question: RunQuestion): boolean => {
  if (question.about === 'close') return run.actions.includes('close');
  const person = findPerson(run, question.userId);
  return question.about === 'change'
    ? run.actions.includes('change') && (person?.proposed ?? 0) > 0
    : (person?.actions.includes(question.about) ?? false);
};
/** True if the step answers the question, about the same person. */
const answersQuestion = (question: RunQuestion, step: PayoutRunAction): boolean => {
  if (question.about === 'close') return step.kind === 'close';
  if (step.kind === 'change') return question.about === 'change' && question.userId === step.userId;
  return step.kind === 'person' && question.about === step.step && question.userId === step.userId;
};

/**
 * The page of a payout run (decisions 2.16).
 * Normal path: loading → shown → saving → loading; some steps are confirmed or take a form first.
 * Never: take a step that the server does not offer, take two at once, or lose input because a save failed or the run was reloaded.
 */
export const payoutRunMachine = deskOf<PayoutRun, PayoutRunAction, void, RunQuestion>()({
  id: 'payoutRun',
  canTake: (run, step, question) => isOffered(run, step) && (question === null || answersQuestion(question, step)),
  mustConfirm: ({ kind }) => kind === 'approve' || kind === 'cancel',
  canOpen: canConfirm,
  renewForm: (question, run) => (canConfirm(run, question) ? question : null),
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.stepFailed : t.oneFailed }),
});
