import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { PayoutRun } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useApp, useConfirm, useToast } from '../../../app/context.ts';
import { type PayoutRunAction, payoutRunMachine, type RunQuestion } from '../../../machines/payouts/payoutRun.machine.ts';
import { saveFile } from '../../../services/browser.ts';
import { createPayments } from '../../../services/payments.ts';
import { createPayoutRuns } from '../../../services/payoutRuns.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';

const t = messages.payoutRuns;

const confirmText = ({ month, people, amount, pay_on }: PayoutRun): string =>
  fill(t.confirmApprove, { month: monthText(`${month}-01`), people, amount: formatMoney(toCents(amount)), day: formatDate(pay_on) });

/** Connects one payout run to its machine, calls and files. */
export const usePayoutRun = (id: string) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const payoutRuns = createPayoutRuns(http);
    const payments = createPayments(http);
    const savePerson = async (run: PayoutRun, { userId, step, reason }: Extract<PayoutRunAction, { kind: 'person' }>): Promise<void> => {
      const person = run.data.find(({ user_id }) => user_id === userId);
      const knownPayment = { id: person?.payment_id ?? '', version: person?.payment_version ?? 0 };
      await payments.step(knownPayment, step, step === 'fail' || step === 'reverse' ? { reason } : {});
    };
    const save = async (run: PayoutRun, step: PayoutRunAction): Promise<void> => {
      if (step.kind === 'person') await savePerson(run, step);
      else if (step.kind === 'change') await payoutRuns.change(run, step.userId, { amount: step.amount, reason: step.reason });
      else if (step.kind === 'close') await payoutRuns.close(run, step.reason);
      else if (step.kind === 'complete') await payoutRuns.complete(run.id);
      else await payoutRuns.step(run, step.kind);
    };
    return payoutRunMachine.provide({
      actors: {
        load: fromPromise(() => payoutRuns.one(id)),
        confirm: fromPromise(({ input: { content: detail, step } }) => {
          const accept = step.kind === 'cancel' ? t.actions.cancel : t.actions.approve;
          return confirm({ title: accept, text: step.kind === 'cancel' ? t.confirmCancel : confirmText(detail), accept });
        }),
        save: fromPromise(({ input: { content: detail, step } }) => save(detail, step)),
      },
    });
  }, [http, id, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content: run, form: question, error, fields } = snapshot.context;
  const service = useMemo(() => createPayoutRuns(http), [http]);
  const download = async (name: string, file: Promise<Blob>): Promise<void> => {
    try {
      saveFile(name, await file);
    } catch {
      toast(messages.payoutRunRefusals.noStatement, 'danger');
    }
  };
  const step = (next: PayoutRunAction): void => ref.send({ type: 'step.submit', step: next });
  return {
    run,
    error,
    fields,
    question,
    /** Also true if reloading failed: a stale run allows no actions. */
    busy: snapshot.hasTag('busy') || snapshot.matches('failed'),
    failed: snapshot.matches('failed'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    step,
    ask: (next: RunQuestion) => ref.send({ type: 'form.open', form: next }),
    close: () => ref.send({ type: 'form.close' }),
    payroll: () => void download(`payroll-${run?.month ?? ''}-run-${id}.csv`, service.payroll(id)),
    statement: (userId: string, name: string) => void download(`statement-${run?.month ?? ''}-${name}.pdf`, service.statement(id, userId)),
  };
};
export type BoundPayoutRun = ReturnType<typeof usePayoutRun>;
