import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { useApp, useToast } from '../../app/context.ts';
import { type PayPeriodAction, payPeriodsMachine } from '../../machines/payPeriods/payPeriods.machine.ts';
import { askUser, confirmWithUser, copyText } from '../../services/browser.ts';
import { createPayPeriods } from '../../services/payPeriods.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { formatMoney, NONE } from '../../ui/format.ts';
import { formatInstant } from '../../ui/formatInstant.ts';

const text = messages.payPeriods;

const wordsOf = (period: PayPeriod) => ({
  month: period.label,
  records: period.records,
  total: formatMoney(toCents(period.total_commission)),
  time: period.closed_at === null ? NONE : formatInstant(period.closed_at),
  name: period.closed_by ?? NONE,
});

/** Binds the screen to the server and to the browser's own questions. */
export const usePayPeriods = () => {
  const { http } = useApp();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createPayPeriods(http);
    return payPeriodsMachine.provide({
      actors: {
        loadPeriods: fromPromise(({ signal }) => service.list(signal)),
        confirmClose: fromPromise(
          async ({ input: { period } }) => period !== undefined && confirmWithUser(fill(text.confirmClose, wordsOf(period))),
        ),
        askReason: fromPromise(async ({ input: { period } }) => (period ? askUser(fill(text.askReason, wordsOf(period))) : null)),
        checkKept: fromPromise(({ input }) => service.check(input.id)),
        saveStep: fromPromise(({ input: { step } }) => service.step(step.id, step.action, step.reason)),
      },
      actions: {
        reportDone: (_, { step, periods }) => {
          const month = periods.find(({ id }) => id === step?.id)?.label ?? '';
          if (step) toast(fill(text.done[step.action], { month }));
        },
        reportCheck: (_, { month, check }) => {
          copyText(check.hash).catch((error: unknown) => console.warn(error));
          toast(fill(text.checked, { month: month ?? '' }));
        },
      },
    });
  }, [http, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  return {
    periods: snapshot.context.periods,
    loading: snapshot.matches('loading'),
    busy: !snapshot.matches('shown'),
    failed: snapshot.matches('failed'),
    error: snapshot.context.error,
    step: (id: string, action: PayPeriodAction) => ref.send({ type: 'step.choose', step: { id, action } }),
    retry: () => ref.send({ type: 'periods.retry' }),
    check: (id: string) => ref.send({ type: 'hash.check', id }),
  };
};
