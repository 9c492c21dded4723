import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { PayoutRun } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useApp, useConfirm, useToast } from '../../../app/context.ts';
import { payoutRunMachine, type RunQuestion, type RunStep } from '../../../machines/payouts/payoutRun.machine.ts';
import { saveFile } from '../../../services/browser.ts';
import { createPayments } from '../../../services/payments.ts';
import { createPayoutRuns } from '../../../services/payoutRuns.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';

const text = messages.payoutRuns;

const confirmText = ({ month, people, amount, pay_on }: PayoutRun): string =>
  fill(text.confirmApprove, { month: monthText(`${month}-01`), people, amount: formatMoney(toCents(amount)), day: formatDate(pay_on) });

/** Binds one payout run: its machine, the calls for it, and its files. */
export const usePayoutRun = (id: string) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const runs = createPayoutRuns(http);
    const payments = createPayments(http);
    const savePerson = async (run: PayoutRun, { userId, step, reason }: Extract<RunStep, { kind: 'person' }>): Promise<void> => {
      const person = run.data.find(({ user_id }) => user_id === userId);
      const known = { id: person?.payment_id ?? '', version: person?.payment_version ?? 0 };
      await payments.step(known, step, step === 'fail' || step === 'reverse' ? { reason } : {});
    };
    const save = async (run: PayoutRun, step: RunStep): Promise<void> => {
      if (step.kind === 'person') await savePerson(run, step);
      else if (step.kind === 'change') await runs.change(run, step.userId, { amount: step.amount, reason: step.reason });
      else if (step.kind === 'close') await runs.close(run, step.reason);
      else if (step.kind === 'complete') await runs.complete(run.id);
      else await runs.step(run, step.kind);
    };
    return payoutRunMachine.provide({
      actors: {
        loadRun: fromPromise(({ input }) => runs.one(input.id)),
        saveStep: fromPromise(({ input }) => save(input.run, input.step)),
      },
    });
  }, [http]);
  const ref = useMachineRef(machine, { id });
  const snapshot = useSelector(ref, (each) => each);
  const { run, question, error, fields } = snapshot.context;
  const service = useMemo(() => createPayoutRuns(http), [http]);
  const download = async (name: string, file: Promise<Blob>): Promise<void> => {
    try {
      saveFile(name, await file);
    } catch {
      toast(messages.payoutRunRefusals.noStatement, 'danger');
    }
  };
  const step = (next: RunStep): void => ref.send({ type: 'run.step', step: next });
  return {
    run,
    error,
    fields,
    question,
    /** Nothing is done with a run that could not be read again. */
    busy: snapshot.hasTag('busy') || snapshot.matches('failed'),
    failed: snapshot.matches('failed'),
    retry: () => ref.send({ type: 'run.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    step,
    cancel: async (): Promise<void> => {
      if (await confirm({ title: text.actions.cancel, text: text.confirmCancel, accept: text.actions.cancel })) step({ kind: 'cancel' });
    },
    approve: async (): Promise<void> => {
      if (run && (await confirm({ title: text.actions.approve, text: confirmText(run), accept: text.actions.approve })))
        step({ kind: 'approve' });
    },
    ask: (next: RunQuestion) => ref.send({ type: 'question.open', question: next }),
    answer: (next: RunStep) => ref.send({ type: 'question.answer', step: next }),
    close: () => ref.send({ type: 'question.close' }),
    payroll: () => void download(`payroll-${run?.month ?? ''}-run-${id}.csv`, service.payroll(id)),
    statement: (userId: string, name: string) => void download(`statement-${run?.month ?? ''}-${name}.pdf`, service.statement(id, userId)),
  };
};
export type BoundRun = ReturnType<typeof usePayoutRun>;
